// The destination before the redirect to the sign-in; validated to be a screen of this site.
import { useSearchParams } from 'react-router';
import { paths, safeReturnPath } from '@/shared/paths';

/** `path` is the destination; `query` is the same for an address, absent for the default. */
export function useReturnPath(): { path: string; query: string | undefined } {
  const [params] = useSearchParams();
  const path = safeReturnPath(params.get('returnTo'));
  return { path, query: path === paths.home ? undefined : path };
}
