// Skipped lines, each with its reason and its original text.
import { useId, useState } from 'react';
import type { SkippedRow } from '@/api/gen/model';
import { Button } from '@/shared/ui/button';
import { formatCount } from '../words';
import styles from './skipped-rows.module.css';

const ROWS_SHOWN = 5;

interface SkippedRowsProps {
  title: string;
  /** The first skipped lines. */
  rows: readonly SkippedRow[];
  /** The total number of skipped lines. */
  total: number;
}

export function SkippedRows({ title, rows, total }: SkippedRowsProps) {
  const [all, setAll] = useState(false);
  const headingId = useId();
  const shown = all ? rows : rows.slice(0, ROWS_SHOWN);
  return (
    <section aria-labelledby={headingId} className={styles.skipped}>
      <h3 id={headingId}>{title}</h3>
      <ol>
        {shown.map(({ line, message, cells }) => (
          <li key={line}>
            <span className={styles.line}>Line {formatCount(line)}</span>
            <span className={styles.why}>{message}</span>
            <span className={styles.cells}>{cells.filter((cell) => cell.trim() !== '').join(' · ')}</span>
          </li>
        ))}
      </ol>
      {shown.length < rows.length && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              setAll(true);
            }}
          >
            Show {formatCount(rows.length - shown.length)} more
          </Button>
        </div>
      )}
      {shown.length === rows.length && rows.length < total && (
        <p className={styles.rest}>
          These are the first {formatCount(rows.length)} of {formatCount(total)}.
        </p>
      )}
    </section>
  );
}
