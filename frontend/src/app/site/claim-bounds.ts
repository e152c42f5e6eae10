// What stands around a part of the page that depends on a claim: nothing in the app; in the pre-rendered pages the marks by which the
// server leaves it out.
import { createContext, type ReactNode } from 'react';
import type { ClaimName } from './site';

export const ClaimBounds = createContext<(name: ClaimName, part: ReactNode) => ReactNode>(
  (_name, part) => part,
);
