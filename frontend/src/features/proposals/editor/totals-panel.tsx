// The sums at a glance; the table they come from is in the document.
import type { Proposal } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { Panel } from '@/shared/ui/panel';
import styles from './panels.module.css';

export function TotalsPanel({ proposal }: { proposal: Proposal }) {
  const { totals, currency } = proposal;
  return (
    <Panel className={styles.panel}>
      <h2>Totals</h2>
      {totals.cadences.length === 0 ? (
        <p className={styles.quiet}>No prices in this proposal yet.</p>
      ) : (
        <TotalsSummary totals={totals} currency={currency} />
      )}
    </Panel>
  );
}
