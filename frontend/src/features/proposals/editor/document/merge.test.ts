import { describe, expect, test } from 'vitest';
import { tidyEqual, type Block } from './blocks';
import { merge, settle } from './merge';

/** 'a1 b1' is a document of the blocks a and b, each in its version 1; p is the pricing block. */
const doc = (text: string): Block[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ id: word.slice(0, 1), kind: word.startsWith('p') ? 'pricing' : 'free', html: word }));

const words = (blocks: readonly Block[]): string => blocks.map(({ html }) => html).join(' ');

describe('merging without a conflict', () => {
  test.each([
    ['nobody changed anything', 'a1 b1', 'a1 b1', 'a1 b1', 'a1 b1'],
    ['I changed one', 'a1 b1', 'a2 b1', 'a1 b1', 'a2 b1'],
    ['they changed one', 'a1 b1', 'a1 b1', 'a1 b2', 'a1 b2'],
    ['each changed another', 'a1 b1', 'a2 b1', 'a1 b2', 'a2 b2'],
    ['both changed the same in the same way', 'a1 b1', 'a2 b1', 'a2 b1', 'a2 b1'],
    ['I removed one, they changed another', 'a1 b1', 'b1', 'a1 b2', 'b2'],
    ['they removed one, I changed another', 'a1 b1', 'a1 b2', 'b1', 'b2'],
    ['both removed the same', 'a1 b1', 'b1', 'b1', 'b1'],
    ['I added at the end, they at the start', 'a1', 'a1 b1', 'c1 a1', 'c1 a1 b1'],
    ['both added behind the same block', 'a1 d1', 'a1 b1 d1', 'a1 c1 d1', 'a1 b1 c1 d1'],
    ['I moved, they changed', 'a1 b1 c1', 'c1 a1 b1', 'a1 b2 c1', 'c1 a1 b2'],
    ['they moved, I changed', 'a1 b1 c1', 'a2 b1 c1', 'c1 a1 b1', 'c1 a2 b1'],
    ['I moved, they added', 'a1 b1', 'b1 a1', 'a1 c1 b1', 'b1 a1 c1'],
    ['the pricing block is theirs, where I moved it', 'a1 p1', 'p1 a1', 'a1 p2', 'p2 a1'],
    ['the pricing block comes back where I removed it', 'a1 p1', 'a1', 'a1 p2', 'a1 p2'],
    ['I emptied the document and they did nothing', 'a1', '', 'a1', ''],
  ])('%s', (_what, base, mine, theirs, expected) => {
    const merged = merge(doc(base), doc(mine), doc(theirs));
    expect(words(merged.blocks)).toBe(expected);
    expect(merged.conflicts).toEqual([]);
  });
});

describe('merging with a conflict', () => {
  test.each([
    ['both changed the same', 'a1 b1', 'a2 b1', 'a3 b2', 'a2 b2', 'a3 b2'],
    ['I changed what they removed', 'a1 b1', 'a2 b1', 'b1', 'a2 b1', 'b1'],
    ['I removed what they changed', 'a1 b1', 'b1', 'a2 b1', 'b1', 'a2 b1'],
  ])('%s: mine stands, and theirs can be taken', (_what, base, mine, theirs, kept, taken) => {
    const merged = merge(doc(base), doc(mine), doc(theirs));
    expect(merged.conflicts.map(({ id }) => id)).toEqual(['a']);
    expect(words(merged.blocks)).toBe(kept);
    expect(words(settle(merged, doc(theirs), new Set()))).toBe(kept);
    expect(words(settle(merged, doc(theirs), new Set(['a'])))).toBe(taken);
  });

  test('each conflict is decided by itself', () => {
    const merged = merge(doc('a1 b1 c1'), doc('a2 b2 c2'), doc('a3 b3 c1'));
    expect(words(settle(merged, doc('a3 b3 c1'), new Set(['b'])))).toBe('a2 b3 c2');
  });
});

test.each([
  ['<h2>A</h2><p>b </p>', '<h2>A</h2> <p>b</p>', true],
  ['<h2></h2><p>b</p>', '<p>b</p>', true],
  ['<p>b c</p>', '<p>bc</p>', false],
  ['<p>b <em>c</em></p>', '<p>b<em>c</em></p>', false],
  ['<p>b</p>', '<p>c</p>', false],
])('%s and %s say the same: %s', (one, other, same) => {
  const block = (html: string): Block => ({ id: 'a', kind: 'free', html });
  expect(tidyEqual(block(one), block(other))).toBe(same);
});
