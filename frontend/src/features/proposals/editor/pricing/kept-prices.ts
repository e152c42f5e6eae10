// Unsaved prices, kept for this browser tab with the table they started from: a change that another
// user saved in the meantime is detected, not overwritten.
import * as z from 'zod/mini';
import { AdjustmentKind, Cadence, GroupChoice, TaxMode } from '@/api/gen/model';
import { useKept } from '@/shared/session/use-kept';
import type { PricingDraft } from './draft';

export interface KeptPrices {
  /** The version of the proposal, and its table as text, when the editing started. */
  version: number;
  table: string;
  draft: PricingDraft;
}

const text = z.string();
const adjustment = z.object({ kind: z.enum(AdjustmentKind), value: text });
const item = z.object({
  id: text,
  name: text,
  description: text,
  unit: text,
  quantity: text,
  quantityMin: text,
  quantityMax: text,
  unitPrice: text,
  cadence: z.enum(Cadence),
  cycles: text,
  optional: z.boolean(),
  selected: z.boolean(),
  discount: z.nullable(adjustment),
  taxes: z.array(z.object({ key: text, name: text, rate: text })),
  confirmed: z.boolean(),
  source: z.optional(text),
});
const shape = z.object({
  version: z.number(),
  table: text,
  draft: z.object({
    currency: text,
    taxMode: z.enum(TaxMode),
    discount: z.nullable(adjustment),
    deposit: z.nullable(adjustment),
    milestones: z.array(z.object({ id: text, name: text, due: text, share: adjustment })),
    groups: z.array(z.object({ id: text, name: text, choice: z.enum(GroupChoice), items: z.array(item) })),
  }),
});

export const useKeptPrices = (proposalId: string) =>
  useKept<KeptPrices>(`prices.${proposalId}`, (kept) => {
    const { data } = shape.safeParse(kept);
    return data as KeptPrices | undefined;
  });
