// One failed job.
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { getListFailedJobsQueryKey, useRetryJob } from '@/api/gen/admin/admin';
import type { AdminJob } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { RelativeTime } from '@/shared/ui/relative-time';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from '../refusal';
import styles from '../rows.module.css';

export function JobRow({ job }: { job: AdminJob }) {
  const may = useMay();
  const { what, workspaceName, state, attempts, maxAttempts, lastError, createdAt, finishedAt } = job;
  const failed = state === 'failed';
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h2 className={styles.name}>{what}</h2>
        <p>{workspaceName}</p>
        <p>
          Started <RelativeTime iso={createdAt} />
          {failed && finishedAt !== undefined && (
            <>
              , failed <RelativeTime iso={finishedAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.state}>
        <p>
          <Badge tone={failed ? 'danger' : 'warning'}>{failed ? 'Failed' : 'Retrying'}</Badge>
        </p>
        <p>
          Attempt {attempts} of {maxAttempts}
        </p>
      </div>
      <div className={styles.tools}>{failed && may('site:update') && <RetryButton job={job} />}</div>
      {lastError !== undefined && <pre className={styles.error}>{lastError}</pre>}
    </li>
  );
}

function RetryButton({ job: { workspaceId, id, what, workspaceName } }: { job: AdminJob }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useRetryJob({
    mutation: {
      onSuccess: () => {
        showToast({ title: 'Tried again', description: `${what} for ${workspaceName} runs within moments.` });
      },
      onError: (error) => {
        toastAdminFailure(error, { title: 'Not tried again' });
      },
      // A refusal means that it has already been retried: reload the list.
      onSettled: () => queryClient.invalidateQueries({ queryKey: getListFailedJobsQueryKey() }),
    },
  });
  return (
    <Button
      size="sm"
      icon={<RotateCw aria-hidden size={15} />}
      busy={isPending}
      aria-label={`Retry: ${what} for ${workspaceName}`}
      onClick={() => {
        mutate({ workspaceId, jobId: id });
      }}
    >
      Retry
    </Button>
  );
}
