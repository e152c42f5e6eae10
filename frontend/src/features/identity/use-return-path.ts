// The destination before the redirect to the sign-in; validated to be a screen of this site.
import { useSearchParams } from 'react-router';
import { paths, safeReturnPath } from '@/shared/paths';

/** `path` is where to go; `query` the same for an address, absent where it goes without saying. */
export function useReturnPath(): { path: string; query: string | undefined } {
  const [params] = useSearchParams();
  const path = safeReturnPath(params.get('returnTo'));
  return { path, query: path === paths.home ? undefined : path };
}
