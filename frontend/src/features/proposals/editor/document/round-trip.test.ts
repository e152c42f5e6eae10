import { expect, test } from 'vitest';
import list from '@/shared/document/allow-list.json';
import { openDocument, section } from '@/test/document';

const PRICES =
  '<h2>Pricing</h2><div class="pricing-tables"><table class="pricing-table"><tbody><tr class="pricing-item"><td>Site</td><td class="pricing-number">$1</td></tr></tbody></table></div>';

/**
 * Everything that the allow-list keeps, except for elements that are written differently: see `REWRITTEN`.
 */
const PARTS: [what: string, html: string][] = [
  ['headings', '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>'],
  ['paragraphs and lines', '<p>One<br>two</p><hr><p>three</p>'],
  [
    'marks',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <del>e</del> <ins>f</ins> <sub>g</sub> <sup>h</sup> <small>i</small> <mark>j</mark> <code>k</code></p>',
  ],
  ['marks in marks', '<p><strong><em>a</em></strong> <strong><code>b</code></strong></p>'],
  [
    'links',
    '<p><a href="https://a.example/x?y=1&amp;z=2" rel="noopener noreferrer">a</a> <a href="mailto:a@b.example" rel="noopener noreferrer">b</a></p>',
  ],
  ['lists', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="3"><li>d</li></ol>'],
  ['lists with paragraphs', '<ul><li><p>a</p><p>b</p></li></ul>'],
  ['terms', '<dl><dt>a</dt><dd>b</dd><dt>c <em>d</em></dt><dd><p>e</p><p>f</p></dd></dl>'],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>'],
  [
    'tables',
    '<table><caption>Plan <em>of work</em></caption><thead><tr><th rowspan="2" scope="col">a</th><th scope="col">b</th></tr><tr><th scope="col">c</th></tr></thead><tbody><tr><th scope="row">c</th><td>d</td></tr><tr><th colspan="2" scope="row">d</th></tr><tr><td colspan="2">e</td></tr><tr><td rowspan="2">f</td><td>g</td></tr><tr><td>h</td></tr></tbody><tfoot><tr><th scope="rowgroup">i</th><td>j</td></tr></tfoot></table>',
  ],
  ['signs', '<p>a &lt; b &amp; c&nbsp;d “é” 漢字 😀</p>'],
];

/** `div` and `span` have no meaning without a class; `b` and `i` have a second name. */
const REWRITTEN = ['b', 'div', 'i', 'span'];

test('no element or attribute of the allow-list is left out here', () => {
  const all = section('a', PARTS.map(([, html]) => html).join(''));
  const shown = [...new DOMParser().parseFromString(all, 'text/html').body.querySelectorAll('*')];
  const found = (elements: Element[], what: (element: Element) => string[]) =>
    [...new Set(elements.flatMap(what))].sort();
  expect(found(shown, ({ localName }) => [localName])).toEqual(
    Object.keys(list.elements).filter((name) => !REWRITTEN.includes(name)),
  );
  for (const [name, attributes] of Object.entries(list.elements)) {
    const named = shown.filter(({ localName }) => localName === name);
    expect(found(named, (element) => element.getAttributeNames().filter((one) => one !== 'rel'))).toEqual(
      [...attributes].sort(),
    );
  }
});

test.each(PARTS)('%s survive being edited', (_what, html) => {
  expect(openDocument(section('a', html)).rewritten()).toBe(html);
});

test('all of it together survives, with prices, ids and kinds', () => {
  const all = PARTS.map(([, html], at) => section(`s${String(at)}`, `<h2>T</h2>${html}`, 'scope'));
  const html = [...all, section('p', PRICES, 'pricing')].join('');
  const opened = openDocument(html);
  expect(opened.saved()).toBe(html);
  // Every block is edited, and still has the same content.
  opened.editor.commands.insertContentAt(opened.place('T'), 'T');
  expect(opened.rewritten()).toBe(
    all
      .map((block) => block.replace(/^<section[^>]+>(.*)<\/section>$/, '$1'))
      .join('')
      .replace('T', 'TT') + PRICES,
  );
});

test.each([
  ['<p><b>a</b> <i>b</i></p>', '<p><strong>a</strong> <em>b</em></p>'],
  ['<div>a <span>b</span></div>', '<p>a b</p>'],
  ['<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul>'],
])('%s is written %s once it is edited, and not before', (html, written) => {
  const opened = openDocument(section('a', html));
  expect(opened.saved()).toBe(section('a', html));
  expect(opened.rewritten()).toBe(written);
});

test('a touched block is written anew, the others are not', () => {
  const opened = openDocument(section('a', '<p><b>one</b></p>') + section('b', '<p><b>two</b></p>'));
  opened.editor.commands.insertContentAt(opened.place('two') + 3, '!');
  expect(opened.saved()).toBe(
    section('a', '<p><b>one</b></p>') + section('b', '<p><strong>two!</strong></p>'),
  );
  opened.editor.commands.undo();
  expect(opened.saved()).toBe(section('a', '<p><b>one</b></p>') + section('b', '<p><b>two</b></p>'));
});

test('hostile and foreign HTML leaves only what the document can hold', () => {
  const opened = openDocument(section('a', '<p>x</p>'));
  const word =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style><script>alert(1)</script></head><body>' +
    '<p class="MsoNormal" style="position:fixed" onclick="alert(1)"><o:p>Hello</o:p> <b style="mso-bidi-font-weight:normal">you</b></p>' +
    '<img src="https://tracker.example/x.png" onerror="alert(1)"><svg><a href="javascript:alert(1)">v</a></svg>' +
    '<a href="javascript:alert(1)">link</a><a href="data:text/html,x">data</a><iframe src="https://evil.example"></iframe>' +
    '<form action="https://evil.example"><input name="card"></form><section data-kind="pricing" data-block="z"><p>$1</p></section></body></html>';
  opened.editor.view.pasteHTML(word);
  const html = opened.saved();
  expect(html).toContain('Hello <strong>you</strong>');
  for (const left of [
    'script',
    'alert',
    'style',
    'class',
    'onclick',
    '<img',
    'evil',
    'tracker',
    'data:',
    '<svg',
    '<form',
    '$1',
    'pricing',
  ]) {
    expect(html).not.toContain(left);
  }
});
