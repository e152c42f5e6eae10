// Invalidates, after a change of the team, its list, the seat count on the subscription page, and
// the seat costs.
import { useQueryClient } from '@tanstack/react-query';
import { getGetSubscriptionStatusQueryKey, getPreviewSeatsQueryKey } from '@/api/gen/billing/billing';
import { getListTeamQueryKey } from '@/api/gen/workspaces/workspaces';

export function useTeamChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [getListTeamQueryKey(), getGetSubscriptionStatusQueryKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    // Not reloaded before it is needed: the dialog that showed it is about to close.
    await queryClient.invalidateQueries({ queryKey: getPreviewSeatsQueryKey(), refetchType: 'none' });
  };
}
