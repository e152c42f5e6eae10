// A part of the page that stands on a claim: with the claim switched off there is nothing of it.
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
