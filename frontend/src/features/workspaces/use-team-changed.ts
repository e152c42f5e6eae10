// After a change to the team: its list, and the count of seats that the subscription page shows, are old.
import { useQueryClient } from '@tanstack/react-query';
import { getGetSubscriptionStatusQueryKey } from '@/api/gen/billing/billing';
import { getListTeamQueryKey } from '@/api/gen/workspaces/workspaces';

export function useTeamChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [getListTeamQueryKey(), getGetSubscriptionStatusQueryKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}
