/**
 * The client's options in a price table, and the selection. Pure; the server calculates all
 * amounts.
 */
import type { ChoiceInput, ItemGroup, LineItem, PricingTable } from '@/api/gen/model';

interface Choice {
  selected: boolean;
  /** A decimal; only if the client may change the quantity. */
  quantity?: string;
}

/** By item; only items that the client decides about. */
export type Choices = Readonly<Partial<Record<string, Choice>>>;

export type Control = 'checkbox' | 'radio' | undefined;

/** How an item is selected: one of several, freely, or not at all. */
export function controlOf(group: ItemGroup, item: LineItem): Control {
  if (group.choice === 'one') return group.items.length > 1 ? 'radio' : undefined;
  return group.choice === 'any' || item.optional ? 'checkbox' : undefined;
}

export const hasRange = ({ quantityMin, quantityMax }: LineItem): boolean =>
  (quantityMin !== undefined || quantityMax !== undefined) && quantityMin !== quantityMax;

const isOpen = (group: ItemGroup, item: LineItem) => controlOf(group, item) !== undefined || hasRange(item);

export const hasChoices = ({ groups }: PricingTable): boolean =>
  groups.some((group) => group.items.some((item) => isOpen(group, item)));

/** Whether the item counts with the current choices: a mandatory item always does. */
export const counts = (group: ItemGroup, item: LineItem): boolean =>
  group.choice === 'all' ? !item.optional || item.selected : item.selected;

/** The sender's default choices. */
export function presetChoices({ groups }: PricingTable): Choices {
  const choices: Record<string, Choice> = {};
  for (const group of groups) {
    for (const item of group.items.filter((each) => isOpen(group, each))) {
      choices[item.id] = {
        selected: counts(group, item),
        ...(hasRange(item) && { quantity: plain(item.quantity) }),
      };
    }
  }
  return choices;
}

/**
 * Earlier choices, as far as this table still offers them: removed items are dropped, new ones have the
 * sender's default, and exactly one item of an exclusive group is selected.
 */
export function carriedChoices(pricing: PricingTable, earlier: Choices): Choices {
  const choices: Record<string, Choice> = { ...(presetChoices(pricing) as Record<string, Choice>) };
  for (const group of pricing.groups) {
    const kept = group.items.filter((item) => choices[item.id] && earlier[item.id]);
    for (const item of kept) {
      const before = earlier[item.id];
      const quantity = before?.quantity;
      const fits = hasRange(item) && quantity !== undefined && quantityProblem(item, quantity) === undefined;
      choices[item.id] = {
        ...choices[item.id],
        selected: controlOf(group, item) === undefined || (before?.selected ?? false),
        ...(fits && { quantity }),
      };
    }
    const taken = group.items.filter((item) => choices[item.id]?.selected);
    if (group.choice === 'one' && group.items.length > 1 && taken.length !== 1) {
      for (const item of group.items) {
        choices[item.id] = { ...choices[item.id], selected: counts(group, item) };
      }
    }
  }
  return choices;
}

export function select(choices: Choices, group: ItemGroup, item: LineItem, selected: boolean): Choices {
  const next: Record<string, Choice | undefined> = { ...choices };
  if (group.choice === 'one') {
    for (const other of group.items) next[other.id] = { ...next[other.id], selected: false };
  }
  next[item.id] = { ...next[item.id], selected };
  return next;
}

export const setQuantity = (choices: Choices, item: LineItem, quantity: string): Choices => ({
  ...choices,
  [item.id]: { selected: true, ...choices[item.id], quantity },
});

/** In the form of the API, in the order of the table. */
export const choiceInputs = ({ groups }: PricingTable, choices: Choices): ChoiceInput[] =>
  groups.flatMap(({ items }) =>
    items.flatMap(({ id }) => {
      const choice = choices[id];
      return choice === undefined ? [] : [{ itemId: id, ...choice }];
    }),
  );

export const sameChoices = (pricing: PricingTable, one: Choices, other: Choices): boolean =>
  JSON.stringify(choiceInputs(pricing, one)) === JSON.stringify(choiceInputs(pricing, other));

/** Without trailing zeros of a decimal: "3.50" becomes 3.5, "40.00" becomes 40. */
export const plain = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** Quantities, not money: a binary float is exact enough to compare and to step by one. */
const QUANTITY = /^\d{1,9}(\.\d{1,4})?$/;

/** "5 to 20 hours", "at least 5", "up to 20". */
export function rangeWords({ quantityMin, quantityMax, unit }: LineItem): string {
  const units = unit === undefined ? '' : ` ${plural(unit)}`;
  if (quantityMin === undefined) return `up to ${plain(quantityMax ?? '')}${units}`;
  if (quantityMax === undefined) return `at least ${plain(quantityMin)}${units}`;
  return `${plain(quantityMin)} to ${plain(quantityMax)}${units}`;
}

export function quantityProblem(item: LineItem, text: string): string | undefined {
  const { quantityMin, quantityMax } = item;
  if (!QUANTITY.test(text)) return `Please enter a number: ${rangeWords(item)}`;
  const number = Number(text);
  const low = quantityMin !== undefined && number < Number(quantityMin);
  const high = quantityMax !== undefined && number > Number(quantityMax);
  return low || high ? `Please choose ${rangeWords(item)}` : undefined;
}

/** The nearest allowed quantity; `fallback` if the text is not a number. */
export function nearestQuantity(
  { quantityMin, quantityMax }: LineItem,
  text: string,
  fallback: string,
): string {
  if (!QUANTITY.test(text)) return fallback;
  const number = Number(text);
  if (quantityMin !== undefined && number < Number(quantityMin)) return plain(quantityMin);
  if (quantityMax !== undefined && number > Number(quantityMax)) return plain(quantityMax);
  return plain(text);
}

/** One more or one less, kept within the range. */
export function stepQuantity(item: LineItem, from: string, by: 1 | -1): string {
  const decimals = from.split('.')[1]?.length ?? 0;
  const next = Math.max(0, Number(from) + by).toFixed(decimals);
  return nearestQuantity(item, next, from);
}

/** As the server writes units: the singular in the table, the plural with an s. */
const plural = (unit: string): string => (/[a-rt-z]$/.test(unit) ? `${unit}s` : unit);

export const quantityWords = ({ quantity, unit }: LineItem): string => {
  const number = plain(quantity);
  if (unit === undefined) return number;
  return `${number} ${number === '1' ? unit : plural(unit)}`;
};
