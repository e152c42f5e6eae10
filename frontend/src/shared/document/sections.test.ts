import { expect, test } from 'vitest';
import { documentSections, isBlank } from './sections';

const section = (id: string, inner: string, kind = 'free') =>
  `<section data-block="${id}" data-kind="${kind}">${inner}</section>`;

test('reads id, kind, title and inside of each section', () => {
  const html =
    section('a', '<h2>Summary</h2><p>One</p>', 'summary') + section('b', '<p>Two</p>', 'what-we-offer');
  expect(documentSections(html)).toEqual([
    { id: 'a', kind: 'summary', title: 'Summary', html: '<h2>Summary</h2><p>One</p>' },
    { id: 'b', kind: 'what-we-offer', title: 'what we offer', html: '<p>Two</p>' },
  ]);
});

test.each([
  ['', true],
  ['<p> \n</p>', true],
  [section('a', '<p></p>'), true],
  ['<p>x</p>', false],
])('%j is blank: %s', (html, blank) => {
  expect(isBlank(html)).toBe(blank);
});
