import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currencies, currencyOfLanguage } from './currencies';

test('the currencies are those the server takes', () => {
  const source = readFileSync('../backend/domain/src/money.rs', 'utf8');
  const lists = [...source.matchAll(/const \w+_MINOR_DIGITS: &\[&str\] =\s*&\[([^\]]*)\]/g)];
  const codes = lists.flatMap(([, list = '']) => [...list.matchAll(/"([A-Z]{3})"/g)].map(([, code]) => code));
  expect(lists).toHaveLength(3);
  expect(currencies.map(({ code }) => code)).toEqual(codes.sort());
});

test('each is named', () => {
  expect(currencies.find(({ code }) => code === 'KWD')?.name).toBe('Kuwaiti Dinar');
});

test.each([
  ['en-AU', 'AUD'],
  ['de', 'EUR'],
  ['de-CH', 'CHF'],
  ['en', 'USD'],
  ['es-419', 'USD'],
  ['', 'USD'],
])('a browser in %s suggests %s', (language, currency) => {
  expect(currencyOfLanguage(language)).toBe(currency);
});
