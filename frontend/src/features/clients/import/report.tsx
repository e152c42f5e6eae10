// The result of the import: how many clients, and which lines were skipped and why.
import { CircleAlert, CircleCheck, Download } from 'lucide-react';
import { getDownloadSkippedRowsUrl } from '@/api/gen/clients/clients';
import type { ClientImport } from '@/api/gen/model';
import { useDownload } from '@/shared/lib/use-download';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Panel } from '@/shared/ui/panel';
import { counted, formatCount } from '../words';
import { Counts } from './counts';
import styles from './outcome.module.css';
import { SkippedRows } from './skipped-rows';
import { useFocusWhen } from './use-focus-when';

export function Report({ file, focused }: { file: ClientImport; focused: boolean }) {
  const heading = useFocusWhen<HTMLHeadingElement>(focused);
  const rows = useDownload('The skipped lines could not be downloaded');
  const { id, state, added, updated, skipped, skippedRows } = file;
  const failed = state === 'failed';
  const Icon = failed || added + updated === 0 ? CircleAlert : CircleCheck;
  return (
    <Panel className={styles.panel}>
      <div className={styles.head} data-tone={failed ? 'danger' : undefined}>
        <Icon aria-hidden size={32} strokeWidth={1.6} />
        <h2 ref={heading} tabIndex={-1}>
          {headline(file)}
        </h2>
      </div>
      {failed && (
        <Callout tone="danger">
          <p>{file.problem ?? 'Something went wrong on our side.'}</p>
          <p>
            {formatCount(file.processed)} of {counted(file.rowCount, 'line')} were read. The clients imported
            so far are kept. Import the same file again and keep existing clients unchanged: only the rest is
            added.
          </p>
        </Callout>
      )}
      <Counts added={added} updated={updated} skipped={skipped} />
      {skippedRows.length > 0 && <SkippedRows title="Skipped lines" rows={skippedRows} total={skipped} />}
      <div className={styles.actions}>
        <ButtonLink to={paths.clients} variant="primary">
          Go to clients
        </ButtonLink>
        {skipped > 0 && (
          <Button
            icon={<Download aria-hidden size={17} />}
            busy={rows.busy}
            onClick={() => {
              rows.run(getDownloadSkippedRowsUrl(id), 'skipped-lines.csv');
            }}
          >
            Download {counted(skipped, 'skipped line')}
          </Button>
        )}
        <ButtonLink to={paths.importClients}>Import another file</ButtonLink>
      </div>
      {skipped > 0 && (
        <p className={styles.lead}>
          The download contains these lines, each with its reason. Correct them there and import that file.
        </p>
      )}
    </Panel>
  );
}

function headline({ state, added, updated }: ClientImport): string {
  if (state === 'failed') return 'The import stopped early';
  const came = added + updated;
  if (came === 0) return 'No client was imported';
  return came === 1 ? 'One client was imported' : `${formatCount(came)} clients were imported`;
}
