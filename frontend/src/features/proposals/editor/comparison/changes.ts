// The presentation of a block comparison: its change in a word, its name, and its text without that name.
import type { BlockChange, BlockComparison, TextRun } from '@/api/gen/model';
import { kindInWords } from '../kinds';

export const CHANGES: Record<
  BlockChange,
  { words: string; tone: 'good' | 'danger' | 'warning' | 'neutral' }
> = {
  added: { words: 'Added', tone: 'good' },
  removed: { words: 'Removed', tone: 'danger' },
  changed: { words: 'Changed', tone: 'warning' },
  moved: { words: 'Moved', tone: 'neutral' },
};

export const nameOf = ({ title, kind }: BlockComparison): string =>
  title === '' ? kindInWords(kind) : title;

/** The text begins with the heading, which is already shown above if it did not change. */
export function withoutTitle({ title, runs }: BlockComparison): TextRun[] {
  const [first, ...others] = runs;
  const line = `${title}\n`;
  if (title === '' || first?.wording !== 'same' || !first.text.startsWith(line)) return runs;
  const text = first.text.slice(line.length);
  return text === '' ? others : [{ ...first, text }, ...others];
}
