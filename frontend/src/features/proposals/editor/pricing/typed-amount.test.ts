import { expect, test } from 'vitest';
import { plainDecimal } from './typed-amount';

test.each([
  ['4500', '4500'],
  [' 4500.00 ', '4500.00'],
  ['$1,500.00', '1500.00'],
  ['1,234,567.89', '1234567.89'],
  ['1.500,00 €', '1500.00'],
  ['1.234.567', '1234567'],
  ['1 500', '1500'],
  ['1\u202f500,5', '1500.5'],
  ["CHF1'500", "CHF1'500"],
  ["1'500", '1500'],
  ['4.5k', '4500'],
  ['4,5 K', '4500'],
  ['0.1k', '100'],
  ['12k', '12000'],
  ['.5', '0.5'],
  ['19 %', '19'],
  ['-3', '-3'],
  // One digit more than a double can represent.
  ['90071992547409.93', '90071992547409.93'],
])('%s is %s', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain);
});

test.each(['', 'abc', '1e5', '1,5000', '12.34.5', '1,23,456', '10-20', 'NaN', 'Infinity', '--1'])(
  'what is no figure without doubt stays: %s',
  (typed) => {
    expect(plainDecimal(typed)).toBe(typed);
  },
);
