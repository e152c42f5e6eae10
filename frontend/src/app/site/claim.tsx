// A part of the page that depends on a claim: without the claim it is not rendered.
import { use, type ReactNode } from 'react';
import { ClaimBounds } from './claim-bounds';
import type { ClaimName, Site } from './site';

interface Props {
  site: Site;
  name: ClaimName;
  children: (text: string) => ReactNode;
}

export function Claim({ site, name, children }: Props) {
  const bound = use(ClaimBounds);
  const text = site.claims[name];
  return text === undefined ? null : bound(name, children(text));
}
