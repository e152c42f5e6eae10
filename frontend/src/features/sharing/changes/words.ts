// The relevant parts of a comparison.
import type { TextRun } from '@/api/gen/model';

const CONTEXT = 70;

/** Of unchanged text, only the part next to a change. */
export function around(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const before = first ? '' : upTo(text, CONTEXT);
  const after = last ? '' : from(text, text.length - CONTEXT);
  if (before.length + after.length >= text.length) return text;
  return `${before}${first ? '' : ' '}…${last ? '' : ' '}${after}`;
}

function upTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(length).search(/\s/);
  return end === -1 ? text : text.slice(0, length + end);
}

function from(text: string, at: number): string {
  if (at <= 0) return text;
  const start = text.slice(0, at).search(/\S*$/);
  return text.slice(start);
}

/** The text of a block begins with its heading, which is already shown above if it did not change. */
export function withoutHeading(title: string, runs: readonly TextRun[]): readonly TextRun[] {
  const [first, ...others] = runs;
  const line = `${title}\n`;
  if (title === '' || first?.wording !== 'same' || !first.text.startsWith(line)) return runs;
  const text = first.text.slice(line.length);
  return text === '' ? others : [{ ...first, text }, ...others];
}
