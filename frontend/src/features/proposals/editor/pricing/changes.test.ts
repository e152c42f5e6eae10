import { expect, test } from 'vitest';
import { changed } from './changes';
import { blankItem, draftOf, errorsAt, sameDraft, sentOf, type PricingDraft } from './draft';

const item = (id: string, values = {}) => ({ ...blankItem(), id, name: id, unitPrice: '10', ...values });

const draft: PricingDraft = {
  currency: 'USD',
  taxMode: 'exclusive',
  discount: null,
  deposit: { kind: 'percent', value: '50' },
  milestones: [],
  groups: [
    {
      id: 'g1',
      name: 'One',
      choice: 'all',
      items: [item('a'), item('b', { confirmed: false, source: 'about $10' })],
    },
    { id: 'g2', name: 'Two', choice: 'all', items: [item('c')] },
  ],
};

const order = ({ groups }: PricingDraft) =>
  groups.map(({ items }) => items.map(({ id }) => id).join('')).join('|');
const found = ({ groups }: PricingDraft, id: string) =>
  groups.flatMap(({ items }) => items).find((one) => one.id === id);

test.each([
  ['b', -1, 'ba|c'],
  ['a', 1, 'ba|c'],
  ['a', -1, 'ab|c'],
  ['b', 1, 'a|bc'],
  ['c', -1, 'abc|'],
  ['c', 1, 'ab|c'],
] as const)('%s moves by %d', (id, by, expected) => {
  expect(order(changed(draft, { do: 'move item', id, by }))).toBe(expected);
});

test('what a change does not touch stays the same object', () => {
  const next = changed(draft, { do: 'set item', id: 'a', values: { name: 'Other' } });
  expect(found(next, 'a')).not.toBe(found(draft, 'a'));
  expect(found(next, 'b')).toBe(found(draft, 'b'));
  expect(next.groups[1]).toBe(draft.groups[1]);
});

test('who types another amount stands behind it, and only who does that', () => {
  const named = changed(draft, { do: 'set item', id: 'b', values: { name: 'Other', taxes: [] } });
  expect(found(named, 'b')).toMatchObject({ confirmed: false, source: 'about $10' });
  const priced = changed(draft, { do: 'set item', id: 'b', values: { unitPrice: '11' } });
  expect(found(priced, 'b')).toMatchObject({ confirmed: true, source: undefined });
});

test('of a group to choose one from, exactly one is chosen at all times', () => {
  const one = changed(draft, { do: 'set group', id: 'g1', values: { choice: 'one' } });
  const chosen = (of: PricingDraft) =>
    of.groups[0]?.items.filter(({ selected }) => selected).map(({ id }) => id);
  expect(chosen(one)).toEqual(['a']);
  const other = changed(one, { do: 'select one', group: 'g1', id: 'b' });
  expect(chosen(other)).toEqual(['b']);
  expect(chosen(changed(other, { do: 'remove item', id: 'b' }))).toEqual(['a']);
  expect(chosen(changed(other, { do: 'duplicate item', id: 'b', copy: 'd' }))).toEqual(['b']);
  expect(chosen(changed(other, { do: 'add item', group: 'g1', item: item('e') }))).toEqual(['b']);
  expect(chosen(changed(other, { do: 'move item', id: 'c', by: -1 }))).toEqual(['b']);
});

test('milestones take the place of a deposit', () => {
  const milestone = { id: 'm', name: 'Start', due: '', share: { kind: 'percent' as const, value: '40' } };
  const next = changed(draft, { do: 'add milestone', milestone });
  expect([next.deposit, next.milestones]).toEqual([null, [milestone]]);
});

test('empty lines are not sent, and errors are still shown at their line', () => {
  const withBlanks = changed(
    changed(draft, { do: 'add item', group: 'g1', item: { ...blankItem(), id: 'blank' }, after: 'a' }),
    {
      do: 'move group',
      id: 'g2',
      by: -1,
    },
  );
  const { input, placeOf } = sentOf(withBlanks);
  expect(input.groups.map(({ items }) => items.map(({ id }) => id))).toEqual([['c'], ['a', 'b']]);
  const errors = errorsAt(
    [
      { field: 'pricing.groups[1].items[1].taxes[0].rate', message: 'Too much' },
      { field: 'pricing.groups[0].name', message: 'Too long' },
      { field: 'pricing.deposit.value', message: 'No' },
      { field: 'pricing.deposit.value', message: 'A second one' },
    ],
    placeOf,
  );
  expect(errors).toEqual({
    b: { 'taxes[0].rate': 'Too much' },
    g2: { name: 'Too long' },
    '': { 'deposit.value': 'No' },
  });
});

test('figures are sent as digits, as many as were typed', () => {
  const typed = changed(draft, {
    do: 'set item',
    id: 'a',
    values: { unitPrice: '$1,234.5600', quantity: '', cycles: '3' },
  });
  const sent = sentOf(typed).input.groups[0]?.items[0];
  expect(sent).toMatchObject({ unitPrice: '1234.5600', name: 'a' });
  expect([sent?.quantity, sent?.cycles]).toEqual([undefined, undefined]);
});

test('a table that comes back from the server is the table that was sent', () => {
  const table = {
    currency: 'EUR',
    taxMode: 'inclusive' as const,
    milestones: [{ id: 'm', name: 'Start', share: { kind: 'percent' as const, value: '40' } }],
    groups: [
      {
        id: 'g',
        name: '',
        choice: 'any' as const,
        items: [
          {
            id: 'i',
            name: 'Site',
            quantity: '1',
            unitPrice: '10',
            cadence: 'monthly' as const,
            cycles: 12,
            optional: true,
            selected: false,
            taxes: [{ rate: '19' }],
            origin: 'user' as const,
            confirmed: true,
          },
        ],
      },
    ],
  };
  expect(sameDraft(draftOf(table), draftOf(structuredClone(table)))).toBe(true);
  const { origin: _, ...item } = table.groups[0]?.items[0] ?? {};
  expect(JSON.parse(JSON.stringify(sentOf(draftOf(table)).input))).toMatchObject({
    ...table,
    groups: [{ ...table.groups[0], items: [item] }],
  });
});
