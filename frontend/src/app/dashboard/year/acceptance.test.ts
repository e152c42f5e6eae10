import { expect, it } from 'vitest';
import { acceptedWords, hoursInWords } from './acceptance';

it.each([
  [0, 'Under an hour'],
  [0.99, 'Under an hour'],
  [1, '1 hour'],
  [23.4, '23 hours'],
  [23.6, '1 day'],
  [35, '1 day'],
  [43.2, '2 days'],
  [720, '30 days'],
])('%d hours are "%s"', (hours, words) => {
  expect(hoursInWords(hours)).toBe(words);
});

it('says of how many', () => {
  expect(acceptedWords(1)).toBe('One accepted in the last 12 months');
  expect(acceptedWords(2)).toBe('Median of the 2 accepted in the last 12 months');
});
