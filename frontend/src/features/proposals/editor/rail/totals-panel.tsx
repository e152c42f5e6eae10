// The totals; the table itself is in the document.
import type { Proposal } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from '../panels.module.css';

interface Props {
  proposal: Proposal;
  /** Opens the prices; absent if they cannot be changed. */
  onEdit?: (() => void) | undefined;
}

export function TotalsPanel({ proposal, onEdit }: Props) {
  const { totals, currency } = proposal;
  return (
    <Panel className={styles.panel}>
      <h2>Totals</h2>
      {totals.cadences.length === 0 ? (
        <p className={styles.quiet}>No prices in this proposal yet.</p>
      ) : (
        <TotalsSummary totals={totals} currency={currency} />
      )}
      {onEdit !== undefined && <Button onClick={onEdit}>Edit Prices</Button>}
    </Panel>
  );
}
