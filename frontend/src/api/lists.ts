// The lists of a workspace and the dashboard. They refer to each other (a client to its proposals,
// a proposal to its client, the dashboard to both), so a change to one invalidates all of them.
import type { QueryClient } from '@tanstack/react-query';
import { getListClientsQueryKey } from './gen/clients/clients';
import { getGetDashboardQueryKey, getListProposalsQueryKey } from './gen/proposals/proposals';

/** Visible ones are reloaded at once, the others when they are next shown. */
export async function invalidateLists(queryClient: QueryClient): Promise<void> {
  const keys = [getListClientsQueryKey(), getListProposalsQueryKey(), getGetDashboardQueryKey()];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
