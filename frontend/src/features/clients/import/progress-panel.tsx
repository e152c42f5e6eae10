// The progress of a running import, with the note that the page can be left.
import type { ClientImport } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { formatCount } from '../words';
import { Counts } from './counts';
import styles from './outcome.module.css';
import { useLedFocus } from './use-led-focus';

interface ProgressPanelProps {
  file: ClientImport;
  /** The last progress request failed. */
  unreachable: boolean;
  focused: boolean;
}

export function ProgressPanel({ file, unreachable, focused }: ProgressPanelProps) {
  const heading = useLedFocus<HTMLHeadingElement>(focused);
  const { processed, rowCount, added, updated, skipped } = file;
  return (
    <Panel className={styles.panel}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          Your clients are coming in
        </h2>
        <p className={styles.lead}>You can close this page: it goes on, and the report waits here.</p>
      </div>
      <div className={styles.progress}>
        <progress aria-label="Import" value={processed} max={Math.max(1, rowCount)} />
        <p>
          {formatCount(processed)} of {formatCount(rowCount)} lines
        </p>
      </div>
      <Counts added={added} updated={updated} skipped={skipped} />
      <p role="status" className={styles.lead}>
        {unreachable && 'How far it is could not be asked just now. It is tried again by itself.'}
      </p>
      <div className={styles.actions}>
        <ButtonLink to={paths.clients}>Go to clients</ButtonLink>
      </div>
    </Panel>
  );
}
