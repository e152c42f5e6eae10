// Whether the owner has teammates or open invitations.
import { useGetSubscriptionStatus } from '@/api/gen/billing/billing';
import { useListTeam } from '@/api/gen/workspaces/workspaces';
import { useMay } from '@/shared/session/session';

/** Undefined while loading. The team itself is only requested while no one else has a seat. */
export function useHasTeam(asked: boolean): boolean | undefined {
  const may = useMay();
  const seats = useGetSubscriptionStatus({ query: { enabled: asked && may('subscription:read') } });
  const alone = seats.data?.teamMembers === 1;
  const team = useListTeam({ query: { enabled: asked && alone && may('team:read') } });
  if (seats.data === undefined) return undefined;
  return alone ? team.data && team.data.length > 1 : true;
}
