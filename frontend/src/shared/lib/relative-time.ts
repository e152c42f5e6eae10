/** The elapsed time in words: "5 minutes ago". The exact time belongs next to it, see `RelativeTime`. */
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

export function relativeTime(iso: string, now: Date = new Date()): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  for (const [unit, size] of steps) {
    // Whole units only, towards now: 90 minutes are "1 hour ago".
    const count = Math.trunc(seconds / size);
    if (count !== 0) return words.format(count, unit);
  }
  return 'just now';
}
