// One cache for all server state. As the product specifies: no retries, nothing goes stale by itself, no refetch on
// focus. Screens invalidate what they change.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getGetCurrentUserQueryKey } from './gen/identity/identity';
import { isProblem, isSignedOut } from './problem';

/** Starts a request ahead of the screen that needs it; a failure is for that screen to show. */
export function ahead(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/** `onSignedOut` runs when any call finds that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
    // Somebody has given them another role meanwhile: the screens are to show what it allows.
    if (isProblem(error) && error.code === 'forbidden') {
      void client.invalidateQueries({ queryKey: getGetCurrentUserQueryKey() });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
  return client;
}
