// Whether prices with a client's choices are those of the signed document. `proffer verify` checks
// their sums.
import { canonicalJson } from './canonical';
import { listOf, membersOf, type Members } from './members';

interface Item {
  /** How many line items of the group are selected. */
  groupChoice: unknown;
  item: Members;
}

/**
 * Whether the table is the same except for selection and quantities, and these are exactly those of the
 * signature.
 */
export function follows(shown: unknown, signed: unknown, choices: unknown): boolean {
  const taken = new Map(
    listOf(choices)
      .map(membersOf)
      .map(({ itemId, quantity }) => [itemId, quantity]),
  );
  const items = itemsOf(shown);
  try {
    return (
      canonicalJson(withoutChoices(shown)) === canonicalJson(withoutChoices(signed)) &&
      taken.size === items.filter(({ item }) => taken.has(item.id)).length &&
      items.every((one) =>
        taken.has(one.item.id) ? counts(one) && one.item.quantity === taken.get(one.item.id) : !counts(one),
      )
    );
  } catch {
    return false;
  }
}

const groupsOf = (table: unknown): Members[] => listOf(membersOf(table).groups).map(membersOf);

const itemsOf = (table: unknown): Item[] =>
  groupsOf(table).flatMap(({ choice, items }) =>
    listOf(items).map((item) => ({ groupChoice: choice, item: membersOf(item) })),
  );

/** Whether a line item is charged. */
const counts = ({ groupChoice, item }: Item): boolean =>
  item.selected === true || (groupChoice === 'all' && item.optional !== true);

const withoutChoices = (table: unknown) => ({
  ...membersOf(table),
  groups: groupsOf(table).map((group) => ({
    ...group,
    items: listOf(group.items)
      .map(membersOf)
      .map((item) => ({ ...item, selected: true, quantity: '' })),
  })),
});
