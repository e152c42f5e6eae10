import { expect, test } from 'vitest';
import list from '@/shared/document/allow-list.json';
import { kindInWords, KINDS } from './kinds';

test('every kind of block that the server knows has words, and no other is offered', () => {
  const offered = KINDS.map(({ name }) => name);
  expect(offered.filter((name) => !list.kinds.includes(name))).toEqual([]);
  const unnamed = list.kinds.filter((name) => kindInWords(name) === kindInWords('no such kind'));
  expect(unnamed).toEqual(['free']);
});
