// The added and removed lines of a text, compared with another.

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Unchanged lines that are folded at first. */
export interface Fold {
  kind: 'fold';
  lines: DiffLine[];
}

/**
 * Comparing takes one step per pair of lines; above this limit, everything between the common ends
 * counts as rewritten.
 */
const MOST_PAIRS = 4_000_000;
/** The number of unchanged lines shown around a change. */
const CONTEXT = 3;

const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ kind, text }));

export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split(/\r?\n/);
  const now = after.split(/\r?\n/);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...as('same', old.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...as('same', old.slice(old.length - end)),
  ];
}

/** By the longest common subsequence of lines. */
function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MOST_PAIRS) return [...as('removed', old), ...as('added', now)];
  const wide = now.length + 1;
  // The length of the longest common subsequence of the remaining lines, for each pair of
  // positions.
  const common = new Uint16Array((old.length + 1) * wide);
  const at = (row: number, column: number) => common[row * wide + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      common[row * wide + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < now.length) {
    const text = old[row] ?? '';
    if (text === now[column]) {
      lines.push({ kind: 'same', text });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ kind: 'removed', text });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: now[column] ?? '' });
      column += 1;
    }
  }
  return [...lines, ...as('removed', old.slice(row)), ...as('added', now.slice(column))];
}

/** Folds lines that are far from any change. */
export function folded(lines: readonly DiffLine[]): (DiffLine | Fold)[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') near.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const shown: (DiffLine | Fold)[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (near[at] === true) shown.push(line);
    else if (last?.kind === 'fold') last.lines.push(line);
    else shown.push({ kind: 'fold', lines: [line] });
  });
  // Replacing one line by a button saves nothing.
  return shown.flatMap((item) => (item.kind === 'fold' && item.lines.length === 1 ? item.lines : [item]));
}
