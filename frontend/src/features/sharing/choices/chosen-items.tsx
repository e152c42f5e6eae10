/** The client's selection among the options, as a short list. */
import type { PricingTable } from '@/api/gen/model';
import { controlOf, counts, hasRange, quantityWords, type Choices } from './choices';

interface Props {
  pricing: PricingTable;
  /** In addition to the table's own selection; absent once it is settled. */
  choices?: Choices;
}

export function ChosenItems({ pricing, choices = {} }: Props) {
  const items = pricing.groups.flatMap((group) =>
    group.items
      .filter((item) => controlOf(group, item) !== undefined || hasRange(item))
      .map((item) => ({ ...item, ...choices[item.id] }))
      .map((item) => ({ ...item, taken: counts(group, item) })),
  );
  const taken = items.filter((item) => item.taken);
  const left = items.filter((item) => !item.taken);
  if (items.length === 0) return null;
  return (
    <ul className="chosen">
      {taken.map((item) => (
        <li key={item.id}>
          {item.name}
          {item.quantity !== '1' && <span className="chosen-quantity">{quantityWords(item)}</span>}
        </li>
      ))}
      {left.length > 0 && (
        <li className="chosen-left">Not included: {left.map(({ name }) => name).join(', ')}</li>
      )}
    </ul>
  );
}
