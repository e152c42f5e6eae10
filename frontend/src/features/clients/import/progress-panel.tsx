// The progress of a running import, with the note that the page can be left.
import type { ClientImport } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { formatCount } from '../words';
import { Counts } from './counts';
import styles from './outcome.module.css';
import { useFocusWhen } from './use-focus-when';

interface ProgressPanelProps {
  file: ClientImport;
  /** The last progress request failed. */
  unreachable: boolean;
  focused: boolean;
}

export function ProgressPanel({ file, unreachable, focused }: ProgressPanelProps) {
  const heading = useFocusWhen<HTMLHeadingElement>(focused);
  const { processed, rowCount, added, updated, skipped } = file;
  return (
    <Panel className={styles.panel}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          Importing your clients
        </h2>
        <p className={styles.lead}>
          You can close this page: the import continues, and the report will be here.
        </p>
      </div>
      <div className={styles.progress}>
        <progress aria-label="Import" value={processed} max={Math.max(1, rowCount)} />
        <p>
          {formatCount(processed)} of {formatCount(rowCount)} lines
        </p>
      </div>
      <Counts added={added} updated={updated} skipped={skipped} />
      <p role="status" className={styles.lead}>
        {unreachable && 'The progress could not be loaded. It is retried automatically.'}
      </p>
      <div className={styles.actions}>
        <ButtonLink to={paths.clients}>Go to clients</ButtonLink>
      </div>
    </Panel>
  );
}
