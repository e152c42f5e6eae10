/** Next to the document on wide screens: the total, a link to the answer form, and the contents. */
import type { SharedProposal } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import type { Chosen } from '../choices/use-choices';
import { SectionNav, type Entry } from './section-nav';

interface Props {
  proposal: SharedProposal;
  chosen: Chosen;
  entries: readonly Entry[];
}

export function Rail({ proposal, chosen, entries }: Props) {
  const { prices, state } = chosen;
  // The final state already shows the total.
  const settled = ['signed', 'accepted'].includes(proposal.status);
  const priced = prices.totals.cadences.length > 0 && !settled;
  return (
    <aside className="rail" aria-label="At a glance">
      {(priced || proposal.canAct) && (
        <section className="panel glance">
          <h2>Total</h2>
          <div className={state === 'current' ? undefined : 'prices-waiting'}>
            <TotalsSummary totals={prices.totals} currency={proposal.currency} />
          </div>
          {proposal.canAct && (
            <a className="button" href="#respond">
              Review &amp; sign
            </a>
          )}
        </section>
      )}
      <SectionNav entries={entries} />
    </aside>
  );
}
