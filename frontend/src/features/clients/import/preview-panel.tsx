// The preview: how many clients, the first of them, and the lines that would be skipped.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ImportPreview } from '@/api/gen/model';
import { LoadFailure } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { counted } from '../words';
import { Counts } from './counts';
import styles from './preview-panel.module.css';
import { PreviewTable } from './preview-table';
import { SkippedRows } from './skipped-rows';

interface PreviewPanelProps {
  preview: UseQueryResult<ImportPreview>;
  /** The required fields without a column. */
  missing: readonly string[];
  /** The preview matches the current choice. */
  current: boolean;
}

const listed = new Intl.ListFormat('en-US');

export function PreviewPanel({ preview, missing, current }: PreviewPanelProps) {
  const { data, error, isFetching, refetch } = preview;
  return (
    <Panel className={styles.panel} aria-busy={isFetching}>
      <div>
        <h2>Preview</h2>
        <p className={styles.lead}>The result for the whole file. Nothing is changed yet.</p>
      </div>
      <p role="status" className="visually-hidden">
        {current &&
          data !== undefined &&
          `${counted(data.added, 'client')} would be added, ${counted(data.updated, 'client')} updated, ${counted(data.skipped, 'line')} skipped`}
      </p>
      {missing.length > 0 && (
        <p className={styles.missing}>Choose a column for {listed.format(missing.map(lower))} to see it.</p>
      )}
      {missing.length === 0 && error !== null && (
        <LoadFailure inPanel what="the preview" error={error} onRetry={() => void refetch()} />
      )}
      {missing.length === 0 && error === null && data === undefined && <PreviewSkeleton />}
      {missing.length === 0 && error === null && data !== undefined && (
        <div className={styles.content} data-stale={!current || undefined}>
          <Counts added={data.added} updated={data.updated} skipped={data.skipped} ahead />
          {data.skippedRows.length > 0 && (
            <SkippedRows title="Lines that would be skipped" rows={data.skippedRows} total={data.skipped} />
          )}
          {data.rows.length > 0 && <PreviewTable rows={data.rows} total={data.added + data.updated} />}
        </div>
      )}
    </Panel>
  );
}

const lower = (label: string): string => label.toLowerCase();

function PreviewSkeleton() {
  return (
    <div className={styles.content}>
      <Skeleton height="76px" />
      {['100%', '94%', '97%', '90%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
