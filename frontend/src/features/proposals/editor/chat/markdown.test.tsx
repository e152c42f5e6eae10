import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown';

const html = (text: string) => render(<Markdown text={text} />).container.querySelector('div')?.innerHTML;

describe('Markdown of an answer', () => {
  it.each([
    ['Two\nlines\n\nand another', '<p>Two\nlines</p><p>and another</p>'],
    [
      '**Bold**, *italic*, __bold__, _italic_',
      '<p><strong>Bold</strong>, <em>italic</em>, <strong>bold</strong>, <em>italic</em></p>',
    ],
    ['***both***', '<p><em><strong>both</strong></em></p>'],
    ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
    ['\\*not italic\\*', '<p>*not italic*</p>'],
    ['Use `a **b** c`', '<p>Use <code>a **b** c</code></p>'],
    ['``a ` b``', '<p><code>a ` b</code></p>'],
    [
      '```html\n<b>x</b>\n```\nafter',
      '<pre tabindex="0"><code>&lt;b&gt;x&lt;/b&gt;</code></pre><p>after</p>',
    ],
    ['# One\n### Two ##\ntext', '<p class="heading">One</p><p class="heading">Two</p><p>text</p>'],
    ['- a\n- b\n  - c\n- d', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['1. a\n\n2. b\n\n   more\n\nend', '<ol start="1"><li>a</li><li>b<p>more</p></li></ol><p>end</p>'],
    ['Intro:\n- a\n1. b', '<p>Intro:</p><ul><li>a</li></ul><ol start="1"><li>b</li></ol>'],
    ['> said\n> so', '<blockquote><p>said\nso</p></blockquote>'],
    ['a\n\n---\n\nb', '<p>a</p><p>b</p>'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('leads to web pages only', () => {
    const anchor = (href: string, words: string) =>
      `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;
    expect(html('[**site**](https://a.example/b?c=1)')).toBe(
      `<p>${anchor('https://a.example/b?c=1', '<strong>site</strong>')}</p>`,
    );
    expect(html('see https://a.example/x.')).toBe(
      `<p>see ${anchor('https://a.example/x', 'https://a.example/x')}.</p>`,
    );
    for (const address of [
      'javascript:alert`1`',
      'JaVaScRiPt:alert`1`',
      'data:text/html,x',
      '//evil.example',
      '/settings',
      'https:evil',
      'http://[bad',
    ]) {
      expect(html(`[words](${address})`)).not.toContain('<a');
    }
  });

  it('loads no pictures and runs no HTML', () => {
    expect(html('![a chart](https://a.example/p.png)')).toBe('<p>a chart</p>');
    expect(html('<img src=x onerror=alert(1)><script>alert(1)</script>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
  });

  it('shows an answer that is still being written', () => {
    expect(html('This is **bo')).toBe('<p>This is **bo</p>');
    expect(html('See [the site](https://a.exa')).toContain('<p>See [the site](');
    expect(html('```js\nconst a')).toBe('<pre tabindex="0"><code>const a</code></pre>');
    expect(html('- a\n- ')).toBe('<ul><li>a</li><li></li></ul>');
  });

  it.each([
    ['stars', '*'.repeat(20_000)],
    ['open bold', '**a '.repeat(5_000)],
    ['open links', '[a]('.repeat(5_000)],
    ['backticks', '`'.repeat(9_999) + 'a'],
    ['open code', '`a``b'.repeat(4_000)],
    ['quotes', '>'.repeat(20_000)],
    ['deep lists', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
    ['rules', '- '.repeat(10_000) + 'x'],
    ['underscores', '_a'.repeat(10_000)],
  ])('reads hostile text quickly: %s', (_name, text) => {
    const before = performance.now();
    html(text);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
