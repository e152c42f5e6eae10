/** Formats of money, dates and proposal states, for the app and the shared page. */

const isDecimal = (value: string): value is `${number}` => /^-?\d+(\.\d+)?$/.test(value);

/** Formats a decimal string exactly ("4500.00" -> "$4,500.00"); it never passes through a binary float. */
export function formatMoney(amount: string, currency: string): string {
  if (!isDecimal(amount)) return amount;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}

/** The same without cents if they are zero: "$9", as prices are usually written. */
export function formatPrice(amount: string, currency: string): string {
  if (!isDecimal(amount)) return amount;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}

export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(iso));
}

/** The same, short: "Nov 19, 2026", for cards and lists. */
export function formatShortDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(iso));
}

/** Date and time in the reader's own time zone, with the zone named: a signing time must not be ambiguous. */
export function formatDateTime(iso: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
}

/** "2:03 PM", if the day is known. */
export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(new Date(iso));
}

/** To the second, with the time zone, for comparison with other logs. */
export function formatExactTime(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso));
}
