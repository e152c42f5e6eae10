import { expect, test } from 'vitest';
import { shareTokenFrom } from './share-token';

test.each([
  ['/shared/V1StGXR8_Z5jdHi6B-myT', 'V1StGXR8_Z5jdHi6B-myT'],
  ['/shared/proposals/V1StGXR8_Z5jdHi6B-myT', 'V1StGXR8_Z5jdHi6B-myT'],
  ['/shared/V1StGXR8_Z5jdHi6B-myT/', 'V1StGXR8_Z5jdHi6B-myT'],
  ['/shared/proposals', undefined],
  ['/shared/', undefined],
  ['/shared/a/b', undefined],
  ['/proposals/a', undefined],
])('%s leads to %s', (path, token) => {
  expect(shareTokenFrom(path)).toBe(token);
});
