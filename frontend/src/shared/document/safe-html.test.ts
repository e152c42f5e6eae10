import { expect, test } from 'vitest';
import list from './allow-list.json';
import { safeFragment } from './safe-html';

function shown(html: string): string {
  const host = document.createElement('div');
  host.append(safeFragment(html));
  return host.innerHTML;
}

test('keeps what a proposal is made of', () => {
  const html =
    '<section data-block="b1" data-kind="summary"><div><p>A <strong>b</strong></p></div></section>';
  expect(shown(html)).toBe(html);
});

/** Contexts in which the parser keeps an element. */
const WITHIN: Partial<Record<string, [before: string, after: string]>> = {
  caption: ['<table>', '</table>'],
  thead: ['<table>', '</table>'],
  tbody: ['<table>', '</table>'],
  tfoot: ['<table>', '</table>'],
  tr: ['<table><tbody>', '</tbody></table>'],
  th: ['<table><tbody><tr>', '</tr></tbody></table>'],
  td: ['<table><tbody><tr>', '</tr></tbody></table>'],
};
const KNOWN = [...new Set(Object.values(list.elements).flat())];

test.each(Object.entries(list.elements))('keeps %s as the server does', (name, attributes: string[]) => {
  const [before, after] = WITHIN[name] ?? ['', ''];
  for (const attribute of [...KNOWN, 'id', 'style', 'title', 'onclick']) {
    const host = document.createElement('div');
    host.append(safeFragment(`${before}<${name} ${attribute}="https://a.example/"></${name}>${after}`));
    expect(host.querySelector(name)?.hasAttribute(attribute), attribute).toBe(attributes.includes(attribute));
  }
});

// An embed element has no content.
test.each(list.droppedWhole.filter((name) => name !== 'embed'))('drops %s with everything in it', (name) => {
  expect(shown(`<p>a</p><${name}>words</${name}>`)).toBe('<p>a</p>');
});

test('headings, lists, quotes and paragraphs of a part run in the direction of their own script', () => {
  expect(
    shown(
      '<section><h2>שלום</h2><p>a</p><ol start="3"><li>x</li></ol><blockquote><p>b</p></blockquote></section>',
    ),
  ).toBe(
    '<section><h2 dir="auto">שלום</h2><p dir="auto">a</p><ol start="3" dir="auto"><li>x</li></ol><blockquote dir="auto"><p>b</p></blockquote></section>',
  );
});

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a style element', '<style>*{display:none}</style><p>a</p>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['an inline style', '<p style="position:fixed">a</p>', '<p>a</p>'],
  ['a script address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['a script address with a line break', '<a href="java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['a data address', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['an address within this site', '<a href="/api/logout">a</a>', '<a>a</a>'],
  ['a picture', '<p>a<img src="https://tracker.example/x.png" onerror="alert(1)"></p>', '<p>a</p>'],
  ['a vector drawing', '<svg><a href="javascript:alert(1)"><text>x</text></a></svg><p>a</p>', '<p>a</p>'],
  [
    'a form, with its fields',
    '<form action="https://evil.example"><input name="card"></form><p>a</p>',
    '<p>a</p>',
  ],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe><p>a</p>', '<p>a</p>'],
  ['a custom element, but not its words', '<x-y onclick="a()">words</x-y>', 'words'],
  [
    'classes of the page itself',
    '<p class="notice respond-bar pricing-note">a</p>',
    '<p class="pricing-note">a</p>',
  ],
  ['ids', '<p id="root">a</p>', '<p>a</p>'],
])('drops %s', (_what, html, expected) => {
  expect(shown(html)).toBe(expected);
});

test('opens links elsewhere, without telling where from', () => {
  expect(shown('<a href="https://example.com">a</a>')).toBe(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  );
});

test('frames tables and says what their parts are', () => {
  const host = document.createElement('div');
  host.append(
    safeFragment(
      '<table class="pricing-table"><caption>Monthly</caption><thead><tr><th scope="col">Item</th></tr></thead>' +
        '<tbody><tr><th scope="row">Care</th><td>$300.00</td></tr></tbody></table>',
    ),
  );
  const frame = host.firstElementChild;
  expect(frame).toHaveAttribute('aria-label', 'Table: Monthly');
  expect(frame).toHaveAttribute('tabindex', '0');
  expect([...host.querySelectorAll('[role]')].map((element) => element.getAttribute('role'))).toEqual([
    'group',
    'table',
    'rowgroup',
    'row',
    'columnheader',
    'rowgroup',
    'row',
    'rowheader',
    'cell',
  ]);
});
