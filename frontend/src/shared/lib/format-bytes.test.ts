import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [340_400, '340 kB'],
  [2_440_000, '2.4 MB'],
  [5_000_000_000, '5 GB'],
  [7_000_000_000_000, '7,000 GB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
