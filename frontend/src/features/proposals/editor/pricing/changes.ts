// The changes of a pricing table while it is edited. Objects that a change does not affect keep
// their identity, so that of two hundred lines only the changed ones are rendered again.
import {
  blankGroup,
  blankItem,
  newId,
  type GroupDraft,
  type ItemDraft,
  type MilestoneDraft,
  type PricingDraft,
} from './draft';

export type Change =
  | { do: 'set table'; values: Partial<Omit<PricingDraft, 'groups'>> }
  | { do: 'replace'; draft: PricingDraft }
  | { do: 'add group' }
  | { do: 'set group'; id: string; values: Partial<Pick<GroupDraft, 'name' | 'choice'>> }
  | { do: 'remove group'; id: string }
  | { do: 'move group'; id: string; by: 1 | -1 }
  | { do: 'add item'; group: string; item?: ItemDraft; after?: string }
  | { do: 'set item'; id: string; values: Partial<ItemDraft> }
  | { do: 'select one'; group: string; id: string }
  | { do: 'duplicate item'; id: string; copy: string }
  | { do: 'remove item'; id: string }
  | { do: 'move item'; id: string; by: 1 | -1 }
  | { do: 'append'; groups: readonly GroupDraft[] }
  | { do: 'add milestone'; milestone: MilestoneDraft }
  | { do: 'set milestone'; id: string; values: Partial<MilestoneDraft> }
  | { do: 'remove milestone'; id: string };

/** A user who types another amount confirms it: the server applies the same rule. */
const AMOUNT: readonly (keyof ItemDraft)[] = ['quantity', 'unitPrice', 'cadence', 'cycles', 'discount'];

function setItem(item: ItemDraft, values: Partial<ItemDraft>): ItemDraft {
  const changesAmount = AMOUNT.some((field) => field in values && values[field] !== item[field]);
  const stands = changesAmount ? { confirmed: true, source: undefined } : {};
  return { ...item, ...stands, ...values };
}

const inItems = (
  groups: readonly GroupDraft[],
  id: string,
  change: (items: readonly ItemDraft[], at: number) => readonly ItemDraft[],
): readonly GroupDraft[] =>
  groups.map((group) => {
    const at = group.items.findIndex((item) => item.id === id);
    return at < 0 ? group : { ...group, items: change(group.items, at) };
  });

function swapped<T>(list: readonly T[], at: number, by: number): readonly T[] {
  const to = at + by;
  const [moved, other] = [list[at], list[to]];
  if (moved === undefined || other === undefined) return list;
  const next = [...list];
  next[at] = other;
  next[to] = moved;
  return next;
}

/** At the edge of its group an item moves to the next group. */
function movedItem(groups: readonly GroupDraft[], id: string, by: 1 | -1): readonly GroupDraft[] {
  const from = groups.findIndex(({ items }) => items.some((item) => item.id === id));
  const group = groups[from];
  if (group === undefined) return groups;
  const at = group.items.findIndex((item) => item.id === id);
  const item = group.items[at];
  if (item === undefined) return groups;
  if (group.items[at + by] !== undefined)
    return groups.map((one) => (one === group ? { ...one, items: swapped(one.items, at, by) } : one));
  const target = groups[from + by];
  if (target === undefined) return groups;
  return groups.map((one) => {
    if (one === group) return { ...one, items: one.items.filter((other) => other.id !== id) };
    if (one === target) return { ...one, items: by === 1 ? [item, ...one.items] : [...one.items, item] };
    return one;
  });
}

/** Selects exactly one item of a group: the first, if none or several were selected. */
function withOneChosen(group: GroupDraft): GroupDraft {
  const chosen = group.items.find(({ selected }) => selected) ?? group.items[0];
  return {
    ...group,
    items: group.items.map((item) =>
      item.selected === (item === chosen) ? item : { ...item, selected: item === chosen },
    ),
  };
}

export function changed(draft: PricingDraft, change: Change): PricingDraft {
  const groups = changedGroups(draft.groups, change);
  if (groups !== draft.groups) {
    return { ...draft, groups: groups.map((group) => (needsChoice(group) ? withOneChosen(group) : group)) };
  }
  switch (change.do) {
    case 'set table':
      return { ...draft, ...change.values };
    case 'replace':
      return change.draft;
    case 'add milestone':
      return { ...draft, deposit: null, milestones: [...draft.milestones, change.milestone] };
    case 'set milestone':
      return {
        ...draft,
        milestones: draft.milestones.map((one) =>
          one.id === change.id ? { ...one, ...change.values } : one,
        ),
      };
    case 'remove milestone':
      return { ...draft, milestones: draft.milestones.filter(({ id }) => id !== change.id) };
    default:
      return draft;
  }
}

const needsChoice = ({ choice, items }: GroupDraft): boolean =>
  choice === 'one' && items.length > 0 && items.filter(({ selected }) => selected).length !== 1;

function changedGroups(groups: readonly GroupDraft[], change: Change): readonly GroupDraft[] {
  switch (change.do) {
    case 'add group':
      return [...groups, blankGroup([blankItem()])];
    case 'append':
      return [...groups.filter(({ items }) => items.length > 0), ...change.groups];
    case 'set group':
      return groups.map((group) => (group.id === change.id ? { ...group, ...change.values } : group));
    case 'remove group':
      return groups.filter(({ id }) => id !== change.id);
    case 'move group':
      return swapped(
        groups,
        groups.findIndex(({ id }) => id === change.id),
        change.by,
      );
    case 'add item':
      return groups.map((group) => {
        if (group.id !== change.group) return group;
        const item = {
          ...(change.item ?? blankItem()),
          ...(group.choice === 'one' && group.items.length > 0 && { selected: false }),
        };
        const at = group.items.findIndex(({ id }) => id === change.after);
        const place = at < 0 ? group.items.length : at + 1;
        return { ...group, items: [...group.items.slice(0, place), item, ...group.items.slice(place)] };
      });
    case 'set item':
      return inItems(groups, change.id, (items) =>
        items.map((item) => (item.id === change.id ? setItem(item, change.values) : item)),
      );
    case 'select one':
      return groups.map((group) =>
        group.id === change.group
          ? {
              ...group,
              items: group.items.map((item) =>
                item.selected === (item.id === change.id)
                  ? item
                  : { ...item, selected: item.id === change.id },
              ),
            }
          : group,
      );
    case 'duplicate item':
      return groups.map((group) => {
        const at = group.items.findIndex((item) => item.id === change.id);
        const item = group.items[at];
        if (item === undefined) return group;
        const copy: ItemDraft = {
          ...item,
          id: change.copy,
          taxes: item.taxes.map((tax) => ({ ...tax, key: newId() })),
          ...(group.choice === 'one' && { selected: false }),
        };
        return { ...group, items: [...group.items.slice(0, at + 1), copy, ...group.items.slice(at + 1)] };
      });
    case 'remove item':
      return inItems(groups, change.id, (items) => items.filter((item) => item.id !== change.id));
    case 'move item':
      return movedItem(groups, change.id, change.by);
    default:
      return groups;
  }
}
