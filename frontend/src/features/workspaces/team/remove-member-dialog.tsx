// Asks before a member is removed.
import type { TeamMember } from '@/api/gen/model';
import { useRemoveMember } from '@/api/gen/workspaces/workspaces';
import { useMember } from '@/shared/session/session';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { memberName } from '../member-name';
import { useTeamChanged } from '../use-team-changed';
import { SeatCost } from './seat-cost';

export function RemoveMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { workspace } = useMember();
  const changed = useTeamChanged();
  const name = memberName(member);
  const remove = useRemoveMember({
    mutation: {
      onSuccess: async () => {
        await changed();
        onClose();
        showToast({ title: 'Member removed', description: `${name} no longer has access.` });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Member not removed' });
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action={`Remove ${name}`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate({ memberId: member.id });
      }}
    >
      <p>
        Their access to {workspace.name} ends at once. The clients and proposals they created stay and are
        transferred to the owner.
      </p>
      <p>Their account stays. To give them access again, invite them again.</p>
      <SeatCost change={-1} />
    </ConfirmDialog>
  );
}
