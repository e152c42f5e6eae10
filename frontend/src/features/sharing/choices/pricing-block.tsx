/**
 * The prices of the document if the client has something to choose: the same tables by frequency, with a
 * checkbox, a radio button or a stepper for each option. If the proposal can no longer be answered, it shows
 * the selection.
 */
import { Fragment } from 'react';
import type { Cadence, ItemGroup, LineItem, PricingTable } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { counts, select, setQuantity, type Choices } from './choices';
import { ItemRow } from './item-row';
import { CadenceSums, PriceSummary } from './price-sums';
import type { Chosen } from './use-choices';

const CADENCES: Record<Cadence, string> = {
  once: 'One-time',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};
const HINT = { all: '', any: 'Choose any', one: 'Choose one' } as const;

/** The table with the client's choices applied. */
function withChoices(pricing: PricingTable, choices: Choices): PricingTable {
  return {
    ...pricing,
    groups: pricing.groups.map((group) => ({
      ...group,
      items: group.items.map((item) => {
        const choice = choices[item.id];
        return choice === undefined ? item : { ...item, ...choice };
      }),
    })),
  };
}

export function PricingBlock({ chosen }: { chosen: Chosen }) {
  const { open, choices, prices, state, choose, recount } = chosen;
  const table = open ? withChoices(prices.pricing, choices) : prices.pricing;
  const waiting = state !== 'current';

  return (
    <div
      id="choose"
      tabIndex={-1}
      className={waiting ? 'prices prices-waiting' : 'prices'}
      aria-busy={state === 'waiting'}
    >
      {(Object.keys(CADENCES) as Cadence[]).map((cadence) => {
        const groups = table.groups.filter(({ items }) => items.some((item) => item.cadence === cadence));
        if (groups.length === 0) return null;
        return (
          <div key={cadence} className="doc-table prices-table">
            {groups.map((group, index) => (
              <GroupTable
                key={group.id}
                group={group}
                cadence={cadence}
                first={index === 0}
                chosen={chosen}
                onSelect={(item, selected) => {
                  choose(select(choices, group, item, selected));
                }}
                onQuantity={(item, quantity) => {
                  choose(setQuantity(choices, item, quantity));
                }}
              />
            ))}
            <CadenceSums
              label={CADENCES[cadence]}
              sums={prices.totals.cadences.find((sums) => sums.cadence === cadence)}
              pricing={prices.pricing}
            />
          </div>
        );
      })}
      {state === 'failed' && (
        <div className="notice notice-red" role="alert">
          <strong>The new total could not be calculated</strong>
          Your choice is kept; the figures are from before the change.
          <button type="button" className="link-button" onClick={recount}>
            Try again
          </button>
        </div>
      )}
      <PriceSummary prices={prices} />
      {open && (
        <p className="visually-hidden" role="status">
          {state === 'current' &&
            `${prices.totals.totalLabel}: ${formatMoney(prices.totalAmount, prices.pricing.currency)}`}
        </p>
      )}
    </div>
  );
}

interface GroupProps {
  group: ItemGroup;
  cadence: Cadence;
  first: boolean;
  chosen: Chosen;
  onSelect: (item: LineItem, selected: boolean) => void;
  onQuantity: (item: LineItem, quantity: string) => void;
}

function GroupTable({ group, cadence, first, chosen, onSelect, onQuantity }: GroupProps) {
  const { open, prices } = chosen;
  const name = group.name.trim();
  const hint = open ? HINT[group.choice] : '';
  const heading = [name, hint].filter((part) => part !== '').join(': ');
  const label = heading === '' ? CADENCES[cadence] : `${CADENCES[cadence]}, ${heading}`;
  const Frame = open ? 'fieldset' : Fragment;

  return (
    <Frame {...(open && { className: 'price-group' })}>
      {open && <legend className="visually-hidden">{label}</legend>}
      <table className={`pricing-table pricing-${cadence}`} role="table" aria-label={label}>
        {first && <caption>{CADENCES[cadence]}</caption>}
        <colgroup>
          <col />
          <col className="price-column-quantity" />
          <col className="price-column" />
          <col className="price-column" />
        </colgroup>
        <thead role="rowgroup" className={first ? undefined : 'visually-hidden'}>
          <tr role="row">
            <th role="columnheader" scope="col">
              Item
            </th>
            {['Quantity', 'Price', 'Amount'].map((column) => (
              <th key={column} role="columnheader" scope="col" className="pricing-number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {heading !== '' && (
            <tr role="row" className="pricing-group" aria-hidden="true">
              <th colSpan={4} scope="rowgroup">
                {name} {hint !== '' && <small className="pricing-note">{hint}</small>}
              </th>
            </tr>
          )}
          {group.items
            .filter((item) => item.cadence === cadence)
            .map((item) => (
              <ItemRow
                key={item.id}
                group={group}
                item={item}
                currency={prices.pricing.currency}
                included={counts(group, item)}
                amount={prices.totals.lines.find(({ itemId }) => itemId === item.id)?.amount}
                open={open}
                onSelect={onSelect}
                onQuantity={onQuantity}
              />
            ))}
        </tbody>
      </table>
    </Frame>
  );
}
