// How long clients take to accept, in words.
import type { Dashboard } from '@/api/gen/model';

const plural = (count: number, unit: string): string => `${String(count)} ${unit}${count === 1 ? '' : 's'}`;

/** "40 hours" is harder to read than "2 days". */
export function hoursInWords(hours: number): string {
  if (hours < 1) return 'Under an hour';
  const whole = Math.round(hours);
  return whole < 24 ? plural(whole, 'hour') : plural(Math.round(hours / 24), 'day');
}

/** The number of proposals behind the figure. */
export function acceptedWords(count: number): string {
  return count === 1
    ? 'One accepted in the last 12 months'
    : `Median of the ${String(count)} accepted in the last 12 months`;
}

export type Acceptance = NonNullable<Dashboard['timeToAcceptance']>;
