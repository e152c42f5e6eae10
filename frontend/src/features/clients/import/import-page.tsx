// An import by its id: its columns are mapped, its clients are imported, and the report shows the
// result for each line.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { invalidateLists } from '@/api/lists';
import type { ClientImport } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { ImportFrame } from './import-frame';
import { importQuery } from './import-query';
import styles from './import-page.module.css';
import { MatchStep } from './match-step';
import { mayImport } from './permission';
import { ProgressPanel } from './progress-panel';
import { Report } from './report';
import { counted } from '../words';

export function ImportPage() {
  const { importId = '' } = useParams();
  const allowed = mayImport(useMay());
  const { data, error, refetch } = useQuery({ ...importQuery(importId), enabled: allowed });
  return (
    <ImportFrame lead={data && <FileLine file={data} />}>
      {data === undefined && error === null && <ImportSkeleton />}
      {data === undefined && error !== null && <Missing error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Steps key={importId} file={data} unreachable={error !== null} />}
    </ImportFrame>
  );
}

function FileLine({ file: { fileName, rowCount, state } }: { file: ClientImport }) {
  return (
    <span className={styles.file}>
      {fileName}, {counted(rowCount, 'line')}
      {state === 'waiting' && (
        <>
          {'. '}
          <Link to={paths.importClients}>Choose another file</Link>
        </>
      )}
    </span>
  );
}

function Steps({ file, unreachable }: { file: ClientImport; unreachable: boolean }) {
  const queryClient = useQueryClient();
  // A user who has just started it, or seen it end, is focused on the next step; a later visitor is
  // not.
  const [first] = useState(file.state);
  const { id, state, processed } = file;

  // Each batch adds clients to lists shown elsewhere.
  useEffect(() => {
    if (state !== 'waiting') void invalidateLists(queryClient);
  }, [queryClient, state, processed]);

  if (state === 'waiting') {
    return (
      <MatchStep
        file={file}
        onStarted={(started) => {
          queryClient.setQueryData(importQuery(id).queryKey, started);
        }}
      />
    );
  }
  return state === 'running' ? (
    <ProgressPanel file={file} unreachable={unreachable} focused={first !== state} />
  ) : (
    <Report file={file} focused={first !== state} />
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  // An invalid id is treated like one of another workspace.
  if (!isProblem(error) || ![400, 404, 422].includes(error.status))
    return <LoadFailure what="this import" error={error} onRetry={onRetry} />;
  return (
    <Notice
      art={<FileQuestion size={52} strokeWidth={1.4} />}
      title="Import not found"
      actions={
        <ButtonLink to={paths.importClients} variant="primary">
          Import a file
        </ButtonLink>
      }
    >
      <p>An import that is not started is deleted after a day. It may also belong to another workspace.</p>
    </Notice>
  );
}

function ImportSkeleton() {
  return (
    <Panel className={styles.bones} aria-busy>
      <Skeleton width="220px" height="1.5em" />
      <div className={styles.fields}>
        {[1, 2, 3, 4].map((field) => (
          <Skeleton key={field} height="44px" />
        ))}
      </div>
      <Skeleton width="60%" />
    </Panel>
  );
}
