// The figures of the last twelve months: sums, names, and the scale of the chart.
import type { CurrencyValue, Dashboard } from '@/api/gen/model';

export type Month = Dashboard['valueOverTime'][number];

const start = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (month: string): string => format.format(start(month));
};

/** "2026-03" as "March 2026". */
export const longMonth = named({ month: 'long', year: 'numeric' });
/** "Mar". */
export const shortMonth = named({ month: 'short' });
/** "M", for narrow charts. */
export const narrowMonth = named({ month: 'narrow' });
/** "2026" where a year begins, and at the first of the months unless the next year is adjacent. */
export const yearAt = (month: string, index: number): string =>
  month.endsWith('-01') || (index === 0 && !month.endsWith('-12')) ? month.slice(0, 4) : '';

export const total = (months: readonly Month[], of: 'created' | 'won'): number =>
  months.reduce((sum, month) => sum + month[of], 0);

/** The grid lines of the chart from 0 up to at least `most`: whole numbers, and few. */
export function ticks(most: number): number[] {
  let step = 1;
  while (step * 4 < most) step *= String(step).startsWith('2') ? 2.5 : 2;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The value won in all months, by currency. */
export function wonValue(months: readonly Month[]): CurrencyValue[] {
  const sums = new Map<string, string>();
  for (const { currency, amount } of months.flatMap((month) => month.wonValue)) {
    sums.set(currency, add(sums.get(currency) ?? '0', amount));
  }
  return Array.from(sums, ([currency, amount]) => ({ currency, amount }));
}

/** Exact: amounts of money never pass through a binary float. None of them is negative. */
function add(a: string, b: string): string {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const units = (text: string): bigint => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(places, '0'));
  };
  const digits = (units(a) + units(b)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
