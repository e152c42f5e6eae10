// The marks around a part of the page that depends on a claim: none in the app; in the pre-rendered pages,
// those that let the server remove it.
import { createContext, type ReactNode } from 'react';
import type { ClaimName } from './site';

export const ClaimBounds = createContext<(name: ClaimName, part: ReactNode) => ReactNode>(
  (_name, part) => part,
);
