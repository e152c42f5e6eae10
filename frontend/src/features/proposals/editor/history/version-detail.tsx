// The changes of one version, or of the versions of one sitting; and restoring it.
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Proposal, Version } from '@/api/gen/model';
import { getGetProposalQueryKey, useCompareVersions, useRestoreVersion } from '@/api/gen/proposals/proposals';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { ComparisonView } from '../comparison/comparison-view';
import { useEditorSession } from '../session';
import styles from './history.module.css';

/** A range of versions, inclusive. */
export interface Span {
  from: Version;
  to: Version;
}

interface Props {
  proposal: Proposal;
  span: Span;
  restorable: boolean;
  onBack: () => void;
  onRestored: () => void;
}

export function VersionDetail({ proposal, span, restorable, onBack, onRestored }: Props) {
  const { from, to } = span;
  const [asking, setAsking] = useState(false);
  const comparison = useCompareVersions(
    proposal.id,
    to.number,
    from.number === to.number ? undefined : { from: from.number - 1 },
  );
  const restore = useRestore(proposal, to, onRestored);

  return (
    <>
      <div className={styles.detailHead}>
        <Button variant="ghost" size="sm" icon={<ArrowLeft size={16} aria-hidden />} onClick={onBack}>
          All versions
        </Button>
        {restorable && (
          <Button
            size="sm"
            icon={<RotateCcw size={16} aria-hidden />}
            onClick={() => {
              setAsking(true);
            }}
          >
            Restore This Version
          </Button>
        )}
      </div>
      <h3 className={styles.detailTitle}>Version {to.number}</h3>
      <p className={styles.by}>
        {to.authorName} · {formatDateTime(to.createdAt)}
      </p>
      {comparison.isPending && (
        <div aria-busy className={styles.bones}>
          <Skeleton width="40%" height="1.4em" />
          <Skeleton />
          <Skeleton width="75%" />
        </div>
      )}
      {comparison.isError && (
        <LoadFailure
          inPanel
          what="this comparison"
          error={comparison.error}
          onRetry={() => void comparison.refetch()}
        />
      )}
      {comparison.data !== undefined && <ComparisonView comparison={comparison.data} />}
      {asking && (
        <ConfirmDialog
          title={`Restore version ${String(to.number)}?`}
          action="Restore This Version"
          busy={restore.busy}
          onConfirm={() => void restore.run()}
          onClose={() => {
            setAsking(false);
          }}
        >
          <p>
            The proposal returns to this version. The current one stays in the history, so you can restore it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function useRestore(proposal: Proposal, version: Version, onRestored: () => void) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const restore = useRestoreVersion();
  const run = async () => {
    if (!(await session.flush())) {
      showToast({
        title: 'Unsaved changes',
        description: 'Your last changes are not saved yet. Try again when they are saved.',
        variant: 'destructive',
      });
      return;
    }
    // The text typed until now may just have become a version.
    const shown = queryClient.getQueryData<Proposal>(getGetProposalQueryKey(proposal.id)) ?? proposal;
    try {
      session.take(
        await restore.mutateAsync({
          id: proposal.id,
          number: version.number,
          data: { version: shown.version },
        }),
      );
      showToast({ title: 'Success', description: `Version ${String(version.number)} restored.` });
      onRestored();
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to restore this version. Please try again.' });
      await session.reload();
    }
  };
  return { busy: restore.isPending, run };
}
