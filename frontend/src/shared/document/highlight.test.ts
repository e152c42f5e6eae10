import { afterEach, expect, test } from 'vitest';
import { blockElement, rangeOf, readText } from './highlight';

const block = (html: string): HTMLElement => {
  document.body.innerHTML = `<section data-block="b1">${html}</section>`;
  const element = blockElement('b1');
  if (element === null) throw new Error('no block');
  return element;
};

afterEach(() => {
  document.body.innerHTML = '';
});

// The same pairs as in the server's tests.
test.each([
  [
    '<h2>A &amp; B</h2><p>c<br>d</p><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    'A & B\nc\nd\n1 2\n',
  ],
  ['<h2>Plan</h2><ul><li>One</li><li>Two <strong>bold</strong></li></ul>', 'Plan\nOne\nTwo bold\n'],
  // The same list in the editor's notation, with paragraphs in its entries.
  [
    '<h2>Plan</h2><ul><li><p>One</p></li><li><p>Two <strong>bold</strong></p></li></ul>',
    'Plan\nOne\nTwo bold\n',
  ],
  ['<h2>Plan</h2><button>Edit section</button><p>x </p><p>😀 y</p>', 'Plan\nx\n😀 y\n'],
])('the text of %s', (html, text) => {
  expect(readText(block(html)).text).toBe(text);
});

test('a place in the text is a range in the page, across elements', () => {
  const element = block('<h2>Plan</h2><p>😀 We <em>grow</em> by <strong>40</strong>% a year. 40% more.</p>');
  const { text } = readText(element);
  const words = 'grow by 40%';
  expect(rangeOf(element, text.indexOf(words), words)?.toString()).toBe(words);
  const second = text.lastIndexOf('40%');
  const range = rangeOf(element, second, '40%');
  expect(range?.toString()).toBe('40%');
  expect(range?.startContainer.textContent).toContain('more');
});

test('moved words are found nearby, words that are gone are not', () => {
  const element = block('<p>New words before. It costs $5.</p>');
  expect(rangeOf(element, 3, '$5')?.toString()).toBe('$5');
  expect(rangeOf(element, 3, '$6')).toBeUndefined();
  expect(rangeOf(element, 0, '')).toBeUndefined();
});

test('words over a line end keep to their letters', () => {
  const element = block('<h2>One</h2><p>two</p>');
  expect(rangeOf(element, 0, 'One\ntwo')?.toString()).toContain('two');
});
