// What the public pages say of the site, for when the app shows them. A server that cannot be asked is no reason to show none of
// the page: it does without claims and without an address then.
import { useGetSite } from '@/api/gen/site/site';
import type { Site } from './site';

/** Undefined while it is not known. */
export function useSite(): Site | undefined {
  const { data, isPending } = useGetSite();
  return isPending ? undefined : (data ?? { claims: {} });
}
