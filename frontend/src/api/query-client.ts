// One cache for all server state. As the product specifies: no retries, no automatic staleness, no
// refetch on focus. Screens invalidate what they change. Without a connection a call fails at once
// with a message, instead of waiting; queries that failed for that reason are repeated when the
// connection is back.
import { MutationCache, QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { getGetSubscriptionStatusQueryKey } from './gen/billing/billing';
import { getGetCurrentUserQueryKey } from './gen/identity/identity';
import { isProblem, isSignedOut, NETWORK_ERROR, type Problem } from './problem';

/** Starts a request ahead of the screen that needs it; the screen shows a failure. */
export function ahead(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/**
 * `onSignedOut` runs when any call finds that the session has ended, `onTrialExpired` when a call
 * was refused because the workspace has no active plan.
 */
export function createQueryClient(
  onSignedOut: () => void,
  onTrialExpired: (problem: Problem) => void = () => undefined,
): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
    // The user's role has changed in the meantime: the screens must show what it allows now.
    if (isProblem(error) && error.code === 'forbidden') {
      void client.invalidateQueries({ queryKey: getGetCurrentUserQueryKey() });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error) => {
        onError(error);
        if (!isProblem(error) || !error.trialExpired) return;
        onTrialExpired(error);
        for (const queryKey of [getGetCurrentUserQueryKey(), getGetSubscriptionStatusQueryKey()]) {
          void client.invalidateQueries({ queryKey });
        }
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onlineManager.subscribe((online) => {
    if (online)
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) });
  });
  return client;
}

const isUnreachable = (error: unknown): boolean => isProblem(error) && error.code === NETWORK_ERROR;
