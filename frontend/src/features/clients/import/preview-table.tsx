// The first clients of the preview: a table, on a phone a card for each.
import { useId, useState } from 'react';
import type { PreviewRow } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { bareAddress, formatCount } from '../words';
import styles from './preview-table.module.css';

const ROWS_SHOWN = 8;

export function PreviewTable({ rows, total }: { rows: readonly PreviewRow[]; total: number }) {
  const [all, setAll] = useState(false);
  const headingId = useId();
  const shown = all ? rows : rows.slice(0, ROWS_SHOWN);
  return (
    <section aria-labelledby={headingId} className={styles.preview}>
      <h3 id={headingId}>
        {rows.length < total ? `The first ${formatCount(rows.length)} clients` : 'The clients'}
      </h3>
      {/* Explicit roles, because the styles change the display of the table. */}
      <table role="table" aria-labelledby={headingId} className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            {['Company', 'Contact', 'Email', 'Phone', 'Website', 'Line'].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row) => (
            <Line key={row.line} row={row} />
          ))}
        </tbody>
      </table>
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
    </section>
  );
}

function Line({ row }: { row: PreviewRow }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={styles.company}>
        {row.companyName} {!row.isNew && <Badge>Update</Badge>}
      </th>
      <td role="cell">
        {row.firstName} {row.lastName}
      </td>
      <td role="cell">{row.email}</td>
      <td role="cell">{row.phone}</td>
      <td role="cell">{row.websiteUrl !== undefined && bareAddress(row.websiteUrl)}</td>
      <td role="cell" className={styles.line}>
        <span className={styles.inCard}>Line </span>
        {formatCount(row.line)}
      </td>
    </tr>
  );
}
