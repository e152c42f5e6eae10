import { expect, test } from 'vitest';
import { options } from '@/test/shared-proposal-data';
import {
  carriedChoices,
  choiceInputs,
  hasChoices,
  nearestQuantity,
  presetChoices,
  quantityProblem,
  quantityWords,
  rangeWords,
  select,
  stepQuantity,
} from './choices';
import { formatPrice, isZero } from './money';

const [website, plans, extras] = options.groups;
const workshop = website?.items[2];
if (!website || !plans || !extras || !workshop) throw new Error('three groups');

test('what can be chosen is what is optional, in a group to choose from, or has a range', () => {
  expect(choiceInputs(options, presetChoices(options))).toEqual([
    { itemId: 'language', selected: false },
    { itemId: 'workshop', selected: true, quantity: '5' },
    { itemId: 'essential', selected: false },
    { itemId: 'standard', selected: true },
    { itemId: 'photos', selected: false },
  ]);
  expect(hasChoices(options)).toBe(true);
  expect(hasChoices({ ...options, groups: [{ ...website, items: website.items.slice(0, 1) }] })).toBe(false);
});

test('of one group, taking one leaves the others', () => {
  const essential = plans.items[0];
  if (!essential) throw new Error('a plan');
  const choices = select(presetChoices(options), plans, essential, true);
  expect([choices.essential?.selected, choices.standard?.selected]).toEqual([true, false]);
});

test('choices are carried over as far as they are still offered', () => {
  const earlier = {
    gone: { selected: true },
    photos: { selected: true },
    workshop: { selected: false, quantity: '8' },
    essential: { selected: true },
    standard: { selected: true },
  };
  const carried = carriedChoices(options, earlier);
  expect(carried).toEqual({
    language: { selected: false },
    workshop: { selected: true, quantity: '8' },
    // Two of one group are impossible: the sender's default is used.
    essential: { selected: false },
    standard: { selected: true },
    photos: { selected: true },
  });
  expect(carriedChoices(options, { workshop: { selected: true, quantity: '99' } }).workshop?.quantity).toBe(
    '5',
  );
});

test.each([
  ['2', undefined],
  ['10', undefined],
  ['2.5', undefined],
  ['1', 'Please choose 2 to 10 hours'],
  ['11', 'Please choose 2 to 10 hours'],
  ['', 'Please enter a number: 2 to 10 hours'],
  ['1e3', 'Please enter a number: 2 to 10 hours'],
  ['-3', 'Please enter a number: 2 to 10 hours'],
])('a quantity of %j: %s', (text, problem) => {
  expect(quantityProblem(workshop, text)).toBe(problem);
});

test('stepping stays within the range and keeps the decimals', () => {
  expect(stepQuantity(workshop, '5', 1)).toBe('6');
  expect(stepQuantity(workshop, '2.5', -1)).toBe('2');
  expect(stepQuantity(workshop, '9.75', 1)).toBe('10');
  expect(stepQuantity(workshop, '2.25', 1)).toBe('3.25');
  expect(nearestQuantity(workshop, '400', '5')).toBe('10');
  expect(nearestQuantity(workshop, 'many', '5')).toBe('5');
});

test('quantities and ranges in words', () => {
  expect(quantityWords({ ...workshop, quantity: '1.00' })).toBe('1 hour');
  expect(quantityWords({ ...workshop, quantity: '40.50' })).toBe('40.5 hours');
  expect(rangeWords({ ...workshop, quantityMax: undefined })).toBe('at least 2 hours');
  expect(rangeWords({ ...workshop, quantityMin: undefined, unit: undefined })).toBe('up to 10');
});

test('a unit price may be finer than a cent', () => {
  expect(formatPrice('0.0125', 'USD')).toBe('$0.0125');
  expect(formatPrice('120.00', 'USD')).toBe('$120.00');
  expect(formatPrice('300', 'JPY')).toBe('¥300');
  expect([isZero('0.00'), isZero('0.01')]).toEqual([true, false]);
});
