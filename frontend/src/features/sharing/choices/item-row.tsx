/** A line of the prices: its name, the client's selection and quantity, and its amount. */
import { useId } from 'react';
import type { Cadence, ItemGroup, LineItem } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { controlOf, hasRange, plain, quantityWords } from './choices';
import { formatPrice } from './money';
import { QuantityField } from './quantity-field';

interface Props {
  group: ItemGroup;
  item: LineItem;
  currency: string;
  included: boolean;
  /** The amount of the line, if it is selected and the server has calculated it. */
  amount: string | undefined;
  open: boolean;
  onSelect: (item: LineItem, selected: boolean) => void;
  onQuantity: (item: LineItem, quantity: string) => void;
}

export function ItemRow({ group, item, currency, included, amount, open, onSelect, onQuantity }: Props) {
  const id = useId();
  const control = controlOf(group, item);
  const words = notes(item, currency);
  return (
    <tr role="row" className={included ? 'pricing-item' : 'pricing-item pricing-left-out'}>
      <th role="rowheader" scope="row">
        {open && control !== undefined ? (
          <label className="price-choice">
            <input
              type={control}
              name={control === 'radio' ? `group-${group.id}` : `item-${item.id}`}
              checked={included}
              aria-describedby={`${id}-price ${id}-about`}
              onChange={(event) => {
                onSelect(item, event.target.checked);
              }}
            />
            <span>{item.name}</span>
          </label>
        ) : (
          <>
            {item.name}
            {control !== undefined && (
              <small className="pricing-note">{included ? 'Included' : 'Not included'}</small>
            )}
          </>
        )}
        <span id={`${id}-about`} className={open && control !== undefined ? 'price-about' : undefined}>
          {words.map((note) => (
            <small key={note} className="pricing-note">
              {note}
            </small>
          ))}
          {item.description !== undefined && <span className="pricing-description">{item.description}</span>}
        </span>
      </th>
      <td role="cell" className="pricing-number">
        {open && hasRange(item) ? (
          <QuantityField
            item={item}
            disabled={!included}
            onChange={(quantity) => {
              onQuantity(item, quantity);
            }}
          />
        ) : (
          quantityWords(item)
        )}
      </td>
      <td role="cell" className="pricing-number" id={`${id}-price`}>
        {formatPrice(item.unitPrice, currency)}
        <span className="visually-hidden"> {PER[item.cadence]}</span>
      </td>
      <td role="cell" className="pricing-number price-amount">
        {included && amount !== undefined ? (
          formatMoney(amount, currency)
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">{included ? 'being calculated' : 'not included'}</span>
          </>
        )}
      </td>
    </tr>
  );
}

const PER: Record<Cadence, string> = {
  once: 'once',
  monthly: 'a month',
  quarterly: 'a quarter',
  yearly: 'a year',
};
const PERIOD: Record<Cadence, string> = {
  once: '',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};

/** The notes of a line, as in the document. */
function notes({ cadence, cycles, discount, taxes }: LineItem, currency: string): string[] {
  const words: string[] = [];
  if (cycles !== undefined && cadence !== 'once') {
    words.push(`for ${String(cycles)} ${PERIOD[cadence]}${cycles === 1 ? '' : 's'}`);
  }
  if (discount) {
    const off =
      discount.kind === 'percent' ? `${plain(discount.value)}%` : formatMoney(discount.value, currency);
    words.push(`${off} discount`);
  }
  for (const { name, rate } of taxes) words.push(`${plain(rate)}% ${name ?? 'Tax'}`);
  return words;
}
