// Long unchanged passages are folded, so that a comparison shows the changes with just enough context.

/** Below this length, folding would hide less than it costs to read. */
const FOLDED_FROM = 260;
const KEPT = 90;

export interface Folded {
  before: string;
  hidden: string;
  after: string;
}

/**
 * The hidden part of an unchanged passage, and the visible parts around it; undefined if it is shown
 * completely.
 */
export function fold(text: string, place: { first: boolean; last: boolean }): Folded | undefined {
  if (text.length < FOLDED_FROM) return undefined;
  const start = place.first ? 0 : wordEnd(text, KEPT);
  const end = place.last ? text.length : wordStart(text, text.length - KEPT);
  if (end <= start) return undefined;
  return { before: text.slice(0, start), hidden: text.slice(start, end), after: text.slice(end) };
}

const wordEnd = (text: string, from: number): number => {
  const at = text.slice(from).search(/\s/);
  return at === -1 ? text.length : from + at;
};

const wordStart = (text: string, to: number): number => text.slice(0, to).search(/\S*$/);

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
