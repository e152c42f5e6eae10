// The signed-in user. Being signed out is a valid result (null), not an error.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getCurrentUser, getGetCurrentUserQueryKey } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { isSignedOut } from '@/api/problem';

export const sessionQuery = queryOptions({
  queryKey: getGetCurrentUserQueryKey(),
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await getCurrentUser({ signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
});

/** The signed-in user, or null. The root route has loaded it before any screen renders. */
export function useSession(): CurrentUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The signed-in user on a screen for members only. */
export function useMember(): CurrentUser {
  const user = useSession();
  if (user === null) throw new Error('This screen requires a signed-in user.');
  return user;
}

/** Whether the signed-in user may do this, e.g. `may('clients:delete')`. The server decides again on every call. */
export function useMay(): (permission: string) => boolean {
  const permissions = useSession()?.permissions ?? [];
  return (permission) => permissions.includes(permission);
}
