// The lists of a workspace and the dashboard over them. They name and count each other (a client its proposals, a
// proposal its client, the dashboard both), so a change to one makes all of them old.
import type { QueryClient } from '@tanstack/react-query';
import { getListClientsQueryKey } from './gen/clients/clients';
import { getGetDashboardQueryKey, getListProposalsQueryKey } from './gen/proposals/proposals';

/** Those on screen are asked again at once, the others when they are next shown. */
export async function invalidateLists(queryClient: QueryClient): Promise<void> {
  const keys = [getListClientsQueryKey(), getListProposalsQueryKey(), getGetDashboardQueryKey()];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
