// Asks before several proposals are deleted permanently: all of them, or none.
import { useQueryClient } from '@tanstack/react-query';
import type { ProposalCard } from '@/api/gen/model';
import { getGetProposalQueryKey, useDeleteProposals } from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { clientName } from '../client-name';
import styles from '../dialogs.module.css';

interface Props {
  proposals: readonly ProposalCard[];
  onClose: () => void;
  onDeleted: () => void;
}

/** A longer list would not be read. */
const NAMED = 5;

export function DeleteSelectedDialog({ proposals, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient();
  const remove = useDeleteProposals({
    mutation: {
      onSuccess: async ({ deleted }) => {
        for (const id of deleted)
          queryClient.removeQueries({ queryKey: getGetProposalQueryKey(id), exact: true });
        onClose();
        onDeleted();
        const gone = deleted.length === 1 ? '1 proposal' : `${String(deleted.length)} proposals`;
        showToast({ title: 'Success', description: `${gone} deleted successfully!` });
        await invalidateLists(queryClient);
      },
      onError: (error) => {
        toastFailure(error, {
          title: 'Error deleting proposal',
          fallback: 'Nothing was deleted. Please try again.',
        });
      },
    },
  });
  const count = proposals.length;
  const signed = proposals.filter(({ status }) => status === 'signed').length;
  const shared = proposals.some(({ shareToken, status }) => shareToken !== undefined && status !== 'draft');

  return (
    <Dialog
      title={count === 1 ? 'Delete this proposal?' : `Delete ${String(count)} proposals?`}
      onClose={onClose}
    >
      <div className={styles.body}>
        <ul className={styles.named}>
          {proposals.slice(0, NAMED).map((proposal) => (
            <li key={proposal.id}>
              <strong>{proposal.title}</strong> for {clientName(proposal.client)}
            </li>
          ))}
          {count > NAMED && <li>and {count - NAMED} more</li>}
        </ul>
        <p>This cannot be undone.{shared && ' The links you shared will stop working.'}</p>
        {signed > 0 && (
          <p className={styles.signed}>
            {signed === 1 ? 'One of them is signed.' : `${String(signed)} of them are signed.`} The signing
            evidence is kept, but they leave your list.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => {
              remove.mutate({ data: { ids: proposals.map(({ id }) => id) } });
            }}
          >
            Delete {count === 1 ? proposals[0]?.title : `${String(count)} Proposals`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
