/** Beside the document on wide screens: what it comes to, the way to the answer, and what it consists of. */
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
  // How it ended says what it came to.
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
