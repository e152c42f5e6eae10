/** The totals that a client agrees to, by billing period. Amounts come from the server's pricing engine. */
import { Fragment } from 'react';
import type { CadenceTotal, PricingTotals } from '@/api/gen/model';
import { formatMoney } from '../lib/format';

const CADENCE: Record<CadenceTotal['cadence'], { label: string; per: string }> = {
  once: { label: 'One-time', per: '' },
  monthly: { label: 'Monthly', per: ' / month' },
  quarterly: { label: 'Quarterly', per: ' / quarter' },
  yearly: { label: 'Yearly', per: ' / year' },
};

interface Props {
  totals: PricingTotals;
  currency: string;
}

export function TotalsSummary({ totals, currency }: Props) {
  if (totals.cadences.length === 0) return null;
  return (
    <dl className="totals">
      {totals.cadences.map(({ cadence, total, taxes }) => (
        <Fragment key={cadence}>
          <div>
            <dt>{CADENCE[cadence].label}</dt>
            <dd>
              {formatMoney(total, currency)}
              <span className="totals-per">{CADENCE[cadence].per}</span>
            </dd>
          </div>
          {taxes.map(({ name, rate, amount }) => (
            <div key={`${name ?? ''} ${rate}`} className="totals-part">
              <dt>
                of that {name ?? 'tax'} {rate}%
              </dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ))}
        </Fragment>
      ))}
      {totals.cadences.some(({ cadence }) => cadence !== 'once') && (
        <div className="totals-all">
          <dt>{totals.totalLabel}</dt>
          <dd>{formatMoney(totals.totalAmount, currency)}</dd>
        </div>
      )}
      {totals.deposit !== undefined && (
        <div className="totals-due">
          <dt>Deposit due on acceptance</dt>
          <dd>{formatMoney(totals.deposit, currency)}</dd>
        </div>
      )}
      {totals.milestones?.map(({ milestoneId, name, due, amount }) => (
        <div key={milestoneId} className="totals-due">
          <dt>
            {name}
            {due !== undefined && <span className="totals-per"> · {due}</span>}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
