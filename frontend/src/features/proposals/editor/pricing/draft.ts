// A pricing table while it is edited: every figure is the text in its field, and is sent as text to
// the server, which alone calculates. Input is converted to the API's form here, and the API's
// errors are mapped back to fields.
import type {
  Adjustment,
  Cadence,
  GroupChoice,
  LineItem,
  LineItemInput,
  PricingTable,
  PricingTableInput,
  TaxMode,
} from '@/api/gen/model';
import { plainDecimal } from './typed-amount';

export type AdjustmentDraft = Adjustment;

interface TaxDraft {
  /** For React and for the focus; never sent. */
  key: string;
  name: string;
  rate: string;
}

export interface ItemDraft {
  id: string;
  name: string;
  description: string;
  unit: string;
  quantity: string;
  quantityMin: string;
  quantityMax: string;
  unitPrice: string;
  cadence: Cadence;
  cycles: string;
  optional: boolean;
  selected: boolean;
  discount: AdjustmentDraft | null;
  taxes: readonly TaxDraft[];
  confirmed: boolean;
  source: string | undefined;
}

export interface GroupDraft {
  id: string;
  name: string;
  choice: GroupChoice;
  items: readonly ItemDraft[];
}

export interface MilestoneDraft {
  id: string;
  name: string;
  due: string;
  share: AdjustmentDraft;
}

export interface PricingDraft {
  currency: string;
  taxMode: TaxMode;
  discount: AdjustmentDraft | null;
  deposit: AdjustmentDraft | null;
  milestones: readonly MilestoneDraft[];
  groups: readonly GroupDraft[];
}

export const CADENCES: readonly { value: Cadence; label: string }[] = [
  { value: 'once', label: 'One-time' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'yearly', label: 'Yearly' },
];

/** An id for something that is new. */
export const newId = (): string => crypto.randomUUID();

export const blankItem = (): ItemDraft => ({
  id: newId(),
  name: '',
  description: '',
  unit: '',
  quantity: '1',
  quantityMin: '',
  quantityMax: '',
  unitPrice: '',
  cadence: 'once',
  cycles: '',
  optional: false,
  selected: true,
  discount: null,
  taxes: [],
  confirmed: true,
  source: undefined,
});

export const blankGroup = (items: readonly ItemDraft[] = []): GroupDraft => ({
  id: newId(),
  name: '',
  choice: 'all',
  items,
});

export function itemDraft(item: LineItem): ItemDraft {
  return {
    id: item.id,
    name: item.name,
    description: item.description ?? '',
    unit: item.unit ?? '',
    quantity: item.quantity,
    quantityMin: item.quantityMin ?? '',
    quantityMax: item.quantityMax ?? '',
    unitPrice: item.unitPrice,
    cadence: item.cadence,
    cycles: item.cycles === undefined ? '' : String(item.cycles),
    optional: item.optional,
    selected: item.selected,
    discount: item.discount ?? null,
    taxes: item.taxes.map(({ name, rate }) => ({ key: newId(), name: name ?? '', rate })),
    confirmed: item.confirmed,
    source: item.source,
  };
}

export function draftOf(table: PricingTable): PricingDraft {
  return {
    currency: table.currency,
    taxMode: table.taxMode,
    discount: table.discount ?? null,
    deposit: table.deposit ?? null,
    milestones: table.milestones.map(({ due, ...milestone }) => ({ ...milestone, due: due ?? '' })),
    groups: table.groups.map(({ items, ...group }) => ({ ...group, items: items.map(itemDraft) })),
  };
}

/** An empty line: it is not sent and not validated. */
export const isBlank = (item: ItemDraft): boolean =>
  [item.name, item.unitPrice, item.description].every((text) => text.trim() === '');

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

const adjustment = (draft: AdjustmentDraft | null): Adjustment | undefined =>
  draft === null ? undefined : { kind: draft.kind, value: plainDecimal(draft.value) };

const decimal = (text: string): string | undefined =>
  given(text) === undefined ? undefined : plainDecimal(text);

export function itemInput(item: ItemDraft): LineItemInput {
  const cycles = given(item.cycles);
  return {
    id: item.id,
    name: item.name,
    description: given(item.description),
    unit: given(item.unit),
    quantity: decimal(item.quantity),
    quantityMin: decimal(item.quantityMin),
    quantityMax: decimal(item.quantityMax),
    unitPrice: plainDecimal(item.unitPrice),
    cadence: item.cadence,
    // The server refuses zero with a message; text that is not a number cannot be sent as one.
    cycles:
      cycles === undefined || item.cadence === 'once'
        ? undefined
        : /^\d{1,6}$/.test(cycles)
          ? Number(cycles)
          : 0,
    optional: item.optional,
    selected: item.selected,
    discount: adjustment(item.discount),
    taxes: item.taxes.map(({ name, rate }) => ({ name: given(name), rate: plainDecimal(rate) })),
    confirmed: item.confirmed,
  };
}

/** The request for a draft, and the position in the draft of each of its paths. */
export interface Sent {
  input: PricingTableInput;
  placeOf: (path: string) => Place;
}

/** A field: its owner (an item, a group, a milestone; empty for the table itself) and its name. */
interface Place {
  owner: string;
  field: string;
}

export function sentOf(draft: PricingDraft): Sent {
  const groups = draft.groups
    .map((group) => ({ ...group, items: group.items.filter((item) => !isBlank(item)) }))
    .filter((group) => group.items.length > 0);
  const input: PricingTableInput = {
    currency: draft.currency,
    taxMode: draft.taxMode,
    discount: adjustment(draft.discount),
    deposit: adjustment(draft.deposit),
    milestones: draft.milestones.map(({ id, name, due, share }) => ({
      id,
      name,
      due: given(due),
      share: { kind: share.kind, value: plainDecimal(share.value) },
    })),
    groups: groups.map(({ id, name, choice, items }) => ({ id, name, choice, items: items.map(itemInput) })),
  };
  const placeOf = (path: string): Place => {
    const field = path.replace(/^pricing\./, '');
    const item = /^groups\[(\d+)\]\.items\[(\d+)\]\.(.+)$/.exec(field);
    const owned = item ?? /^(?:groups|milestones)\[(\d+)\]\.(.+)$/.exec(field);
    if (owned === null) return { owner: '', field };
    const [first, second] = [Number(owned[1]), Number(owned[2])];
    if (item !== null) return { owner: groups[first]?.items[second]?.id ?? '', field: item[3] ?? '' };
    const owners = field.startsWith('groups') ? groups : draft.milestones;
    return { owner: owners[first]?.id ?? '', field: owned[2] ?? '' };
  };
  return { input, placeOf };
}

/** The server's messages by owner and field. */
export type FieldErrors = Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>;

export function errorsAt(
  errors: readonly { field: string; message: string }[],
  placeOf: Sent['placeOf'],
): FieldErrors {
  const found: Record<string, Record<string, string>> = {};
  for (const { field, message } of errors) {
    const place = placeOf(field);
    const owned = (found[place.owner] ??= {});
    owned[place.field] ??= message;
  }
  return found;
}

/** Whether two drafts would be saved as the same. */
export const sameDraft = (a: PricingDraft, b: PricingDraft): boolean =>
  a === b || JSON.stringify(sentOf(a).input) === JSON.stringify(sentOf(b).input);
