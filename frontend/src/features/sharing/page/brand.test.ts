import { expect, test } from 'vitest';
import { brandCss } from './brand';

test('takes the colours that the design names', () => {
  expect(
    brandCss('.doc{--doc-primary:#3498db;--doc-dark:#123456;--doc-on-dark:#ffffff;--doc-ink:#000000}'),
  ).toBe(':root{--brand-primary:#3498db;--brand-dark:#123456;--brand-on-dark:#ffffff}');
});

test('takes nothing else', () => {
  expect(brandCss('')).toBe('');
  expect(brandCss('.doc{--doc-primary:url(https://tracker.example)}')).toBe('');
});
