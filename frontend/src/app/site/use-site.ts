// The site's values, for public pages shown in the app. If the server cannot be reached, the page
// is shown without claims and without an address.
import { useGetSite } from '@/api/gen/site/site';
import type { Site } from './site';

/** Undefined while loading. */
export function useSite(): Site | undefined {
  const { data, isPending } = useGetSite();
  return isPending ? undefined : (data ?? { claims: {} });
}
