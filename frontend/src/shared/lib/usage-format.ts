// Formats of counts, costs and months of the usage.

const isDecimal = (value: string): value is `${number}` => /^-?\d+(\.\d+)?$/.test(value);

const dollars = (value: string, digits: number): string =>
  isDecimal(value)
    ? new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: 'USD',
        minimumFractionDigits: digits,
        maximumFractionDigits: 4,
      }).format(value)
    : value;

/** With four decimals: a single answer costs fractions of a cent. */
export const formatCost = (value: string): string => dollars(value, 4);

/** A limit is a round amount: "$5.00". */
export const formatLimit = (value: string): string => dollars(value, 2);

export const formatCount = (count: number): string => new Intl.NumberFormat('en-US').format(count);

/** "2026-11" as "November 2026". */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return month;
  // In the reader's time zone: a month has none.
  return new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long' }).format(
    new Date(Number(year), Number(number) - 1, 1),
  );
}
