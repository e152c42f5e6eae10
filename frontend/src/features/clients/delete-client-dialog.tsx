// Asks before a client goes, because their proposals go too.
import { useQueryClient } from '@tanstack/react-query';
import { useDeleteClient } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './client-dialog.module.css';
import { counted } from './words';

export function DeleteClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { companyName, proposalCount, signedProposalCount } = client;
  const remove = useDeleteClient({
    mutation: {
      onSuccess: async () => {
        await invalidateLists(queryClient);
        onClose();
        showToast({ title: 'Success', description: 'Client deleted successfully!' });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Error', description: 'Failed to delete client. Please try again.' });
      },
    },
  });

  return (
    <Dialog title={`Delete ${companyName}?`} onClose={onClose}>
      <div className={styles.warning}>
        <p>
          All proposals of this client will be deleted too
          {proposalCount > 0 ? (
            <>
              : <strong>{counted(proposalCount, 'proposal')}</strong>
            </>
          ) : (
            ' (there are none yet)'
          )}
          . This cannot be undone.
        </p>
        {signedProposalCount > 0 && (
          <p className={styles.signed}>
            {signedProposalCount === 1
              ? 'One of them is signed.'
              : `${String(signedProposalCount)} of them are signed.`}{' '}
            The signing evidence is kept, but the proposals leave your list.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => {
              remove.mutate({ clientId: client.id });
            }}
          >
            Delete {companyName}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
