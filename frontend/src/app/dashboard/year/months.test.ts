import { expect, it } from 'vitest';
import { longMonth, narrowMonth, shortMonth, ticks, wonValue, yearAt } from './months';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [21, [0, 10, 20, 30]],
  [1999, [0, 500, 1000, 1500, 2000]],
])('up to %d there are few lines', (most, lines) => {
  expect(ticks(most)).toEqual(lines);
});

it('names months where the reader’s clock has no say', () => {
  expect([longMonth, shortMonth, narrowMonth].map((name) => name('2026-03'))).toEqual([
    'March 2026',
    'Mar',
    'M',
  ]);
  expect(['2025-11', '2025-12', '2026-01', '2026-02'].map(yearAt)).toEqual(['2025', '', '2026', '']);
  expect(['2025-12', '2026-01'].map(yearAt)).toEqual(['', '2026']);
});

it('adds money exactly, with any number of decimals', () => {
  const month = { month: '2026-03', created: 0, won: 0 };
  const usd = (amount: string) => ({ ...month, wonValue: [{ currency: 'USD', amount }] });
  expect(
    wonValue([
      usd('0.10'),
      usd('0.20'),
      usd('90071992547409.93'),
      { ...month, wonValue: [{ currency: 'JPY', amount: '5' }] },
      { ...month, wonValue: [{ currency: 'KWD', amount: '0.005' }] },
      usd('7'),
    ]),
  ).toEqual([
    { currency: 'USD', amount: '90071992547417.23' },
    { currency: 'JPY', amount: '5' },
    { currency: 'KWD', amount: '0.005' },
  ]);
});
