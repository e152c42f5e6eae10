// The figures of a line item as one phrase.
import type { Adjustment, LineItem } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';

const PERIODS = {
  once: { label: 'once', many: '' },
  monthly: { label: 'monthly', many: 'months' },
  quarterly: { label: 'quarterly', many: 'quarters' },
  yearly: { label: 'yearly', many: 'years' },
} as const;

/** "6 × £600.00 monthly for 12 months". */
export function priceInWords(
  { quantity, unit, unitPrice, cadence, cycles }: LineItem,
  currency: string,
): string {
  const period = PERIODS[cadence];
  const count =
    quantity === '1' && unit === undefined ? '' : `${[quantity, unit].filter(Boolean).join(' ')} × `;
  const times = cycles === undefined ? '' : ` for ${String(cycles)} ${period.many}`;
  return `${count}${formatMoney(unitPrice, currency)} ${period.label}${times}`;
}

/** "10% off". */
export const discountInWords = ({ kind, value }: Adjustment, currency: string): string =>
  `${kind === 'percent' ? `${value}%` : formatMoney(value, currency)} off`;
