// Asks before an invitation is withdrawn.
import type { TeamMember } from '@/api/gen/model';
import { useCancelInvitation } from '@/api/gen/workspaces/workspaces';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useTeamChanged } from '../use-team-changed';

export function CancelInvitationDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const changed = useTeamChanged();
  const cancel = useCancelInvitation({
    mutation: {
      onSuccess: async () => {
        await changed();
        onClose();
        showToast({
          title: 'Invitation cancelled',
          description: `The link sent to ${member.email} no longer works.`,
        });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Invitation not cancelled' });
      },
    },
  });
  return (
    <ConfirmDialog
      title="Cancel this invitation?"
      action="Cancel Invitation"
      keep="Keep It"
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => {
        cancel.mutate({ memberId: member.id });
      }}
    >
      <p>
        The link that <strong>{member.email}</strong> was sent stops working.
      </p>
    </ConfirmDialog>
  );
}
