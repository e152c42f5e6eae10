// Asks before a proposal is deleted permanently.
import { useQueryClient } from '@tanstack/react-query';
import type { ProposalCard } from '@/api/gen/model';
import { getGetProposalQueryKey, useDeleteProposal } from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { clientName } from './client-name';
import styles from './dialogs.module.css';

interface Props {
  proposal: Pick<ProposalCard, 'id' | 'title' | 'client' | 'status' | 'shareToken'>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteProposalDialog({ proposal, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient();
  const remove = useDeleteProposal({
    mutation: {
      onSuccess: async () => {
        // Otherwise the editor behind the dialog would request the deleted proposal.
        queryClient.removeQueries({
          queryKey: getGetProposalQueryKey(proposal.id),
          exact: true,
          type: 'inactive',
        });
        onClose();
        onDeleted?.();
        showToast({ title: 'Success', description: 'Proposal deleted successfully!' });
        await invalidateLists(queryClient);
      },
      onError: (error) => {
        toastFailure(error, { title: 'Error deleting proposal', fallback: 'Please try again.' });
      },
    },
  });
  const shared = proposal.shareToken !== undefined;

  return (
    <Dialog title="Delete this proposal?" onClose={onClose}>
      <div className={styles.body}>
        <p>
          <strong>{proposal.title}</strong> for {clientName(proposal.client)} will be deleted. This cannot be
          undone.
        </p>
        {shared && proposal.status !== 'draft' && <p>The link you shared will stop working.</p>}
        {proposal.status === 'signed' && (
          <p className={styles.signed}>
            It is signed. The signing evidence is kept, but the proposal leaves your list.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => {
              remove.mutate({ id: proposal.id });
            }}
          >
            Delete {proposal.title}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
