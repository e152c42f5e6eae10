/** The totals of the prices: per frequency, and overall. All amounts are the server's. */
import type { CadenceTotal, ChosenPrices, PricingTable } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { plain } from './choices';
import { isZero } from './money';

interface SumsProps {
  label: string;
  /** Absent if nothing of this frequency is selected. */
  sums: CadenceTotal | undefined;
  pricing: PricingTable;
}

export function CadenceSums({ label, sums, pricing }: SumsProps) {
  if (sums === undefined) return null;
  const { currency, taxMode } = pricing;
  const rows: [kind: string, name: string, amount: string][] = [
    ['subtotal', `${label} subtotal`, formatMoney(sums.subtotal, currency)],
  ];
  const reduced = !isZero(sums.discount);
  if (reduced) rows.push(['discount', 'Discount', `−${formatMoney(sums.discount, currency)}`]);
  for (const { name = 'Tax', rate, amount } of sums.taxes) {
    const percent = `${plain(rate)}%`;
    const words = taxMode === 'inclusive' ? `Contains ${percent} ${name}` : `${name} ${percent}`;
    rows.push(['tax', words, formatMoney(amount, currency)]);
  }
  if (reduced || sums.taxes.length > 0) {
    rows.push(['total', `${label} total`, formatMoney(sums.total, currency)]);
  }
  return (
    <table className="pricing-table prices-sums" role="table" aria-label={`${label} sums`}>
      <tfoot role="rowgroup">
        {rows.map(([kind, name, amount]) => (
          <tr key={name} role="row" className={`pricing-${kind}`}>
            <th role="rowheader" scope="row">
              {name}
            </th>
            <td role="cell" className="pricing-number price-amount">
              {amount}
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

export function PriceSummary({ prices }: { prices: ChosenPrices }) {
  const { pricing, totals, totalAmount } = prices;
  const { currency, deposit } = pricing;
  const share = deposit?.kind === 'percent' ? ` (${plain(deposit.value)}%)` : '';
  return (
    <>
      <dl className="pricing-summary">
        <dt>{totals.totalLabel}</dt>
        <dd className="pricing-grand-total price-amount">{formatMoney(totalAmount, currency)}</dd>
        {totals.deposit !== undefined && (
          <>
            <dt>Deposit due on acceptance{share}</dt>
            <dd className="pricing-deposit price-amount">{formatMoney(totals.deposit, currency)}</dd>
          </>
        )}
      </dl>
      {totals.milestones !== undefined && totals.milestones.length > 0 && (
        <div className="doc-table">
          <table className="pricing-table pricing-schedule" role="table">
            <caption>Payment schedule</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">
                  Milestone
                </th>
                <th role="columnheader" scope="col">
                  Due
                </th>
                <th role="columnheader" scope="col" className="pricing-number">
                  Share
                </th>
                <th role="columnheader" scope="col" className="pricing-number">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {totals.milestones.map(({ milestoneId, name, due, amount }) => {
                const asked = pricing.milestones.find(({ id }) => id === milestoneId)?.share;
                return (
                  <tr key={milestoneId} role="row" className="pricing-milestone">
                    <th role="rowheader" scope="row">
                      {name}
                    </th>
                    <td role="cell">{due}</td>
                    <td role="cell" className="pricing-number">
                      {asked?.kind === 'percent' && `${plain(asked.value)}%`}
                    </td>
                    <td role="cell" className="pricing-number price-amount">
                      {formatMoney(amount, currency)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
