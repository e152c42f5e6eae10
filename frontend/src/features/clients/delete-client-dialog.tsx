// Asks before a client is deleted, because their proposals are deleted too. The figures come from
// the server at that moment: the list may be outdated.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDeleteClient, useGetClient } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { isProblem } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './client-dialog.module.css';
import { counted } from './words';

/** The numbers of proposals in the dialog, by wire name. */
interface Counts {
  proposals: number;
  signed: number;
  open: number;
}

const countsOf = (client: Client): Counts => ({
  proposals: client.proposalCount,
  signed: client.signedProposalCount,
  open: client.openProposalCount,
});

export function DeleteClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { companyName, id } = client;
  const asked = useGetClient(id, { query: { staleTime: 0, gcTime: 0 } });
  /** The server's corrected figures when deleting was refused. */
  const [corrected, setCorrected] = useState<Partial<Counts>>();
  const counts =
    asked.data === undefined || asked.isFetching ? undefined : { ...countsOf(asked.data), ...corrected };

  const remove = useDeleteClient({
    mutation: {
      onSuccess: async () => {
        await invalidateLists(queryClient);
        onClose();
        showToast({ title: 'Success', description: 'Client deleted successfully!' });
      },
      onError: (error) => {
        const right = rightCounts(error);
        if (right !== undefined) setCorrected({ ...corrected, ...right });
        else
          toastFailure(error, { title: 'Error', description: 'Failed to delete client. Please try again.' });
      },
    },
  });

  return (
    <Dialog title={`Delete ${companyName}?`} onClose={onClose}>
      <div className={styles.warning}>
        {corrected !== undefined && (
          <Callout announced title="Nothing was deleted">
            The proposals of this client have changed in the meantime. The numbers are updated.
          </Callout>
        )}
        {counts !== undefined && <Consequences counts={counts} />}
        {asked.isError && !asked.isFetching && (
          <LoadFailure inPanel what="this client" error={asked.error} onRetry={() => void asked.refetch()} />
        )}
        {asked.isFetching && (
          <div role="status">
            <span className="visually-hidden">Counting their proposals…</span>
            <Skeleton width="80%" />
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            disabled={counts === undefined}
            onClick={() => {
              if (counts !== undefined) remove.mutate({ clientId: id, params: { ...counts } });
            }}
          >
            Delete {companyName}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function Consequences({ counts: { proposals, signed, open } }: { counts: Counts }) {
  return (
    <>
      <p>
        All proposals of this client will be deleted too
        {proposals > 0 ? (
          <>
            : <strong>{counted(proposals, 'proposal')}</strong>
          </>
        ) : (
          ' (there are none yet)'
        )}
        . This cannot be undone.
      </p>
      {open > 0 && (
        <p>
          {open === 1 ? 'One of them is' : `${String(open)} of them are`} with the client and not signed yet:
          the link to it will stop working.
        </p>
      )}
      {signed > 0 && (
        <p className={styles.signed}>
          {signed === 1 ? 'One of them is signed.' : `${String(signed)} of them are signed.`} The signing
          evidence is kept, but the proposals leave your list.
        </p>
      )}
    </>
  );
}

/** The corrected figures when deleting was refused. */
function rightCounts(error: unknown): Partial<Counts> | undefined {
  if (!isProblem(error) || error.code !== 'stale_counts') return undefined;
  const right = error.body.staleRecord?.fields.flatMap(({ field, current }) =>
    typeof current === 'number' ? [[field, current]] : [],
  );
  return right && (Object.fromEntries(right) as Partial<Counts>);
}
