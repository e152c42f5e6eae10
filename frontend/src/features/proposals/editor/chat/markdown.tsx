// The Markdown that the assistant writes, as React elements: paragraphs, headings, lists, quotes, code, bold, italics and
// links to web pages. Whatever else it holds, HTML included, stays the text that it is.
import { Fragment, memo, useMemo, type ReactNode } from 'react';
import { markdownBlocks, type Block } from './markdown-blocks';
import styles from './markdown.module.css';

const MAX_DEPTH = 4;

// In this order: an escaped sign, code, an image (its description), a link, bold, italics, a bare address. The lengths
// keep a text full of unfinished signs from being searched to its end for each of them.
const INLINE =
  /\\([\\`*_{}[\]()#+\-.!>~|])|(`+)((?:(?!\2)[\s\S]){1,1000})\2(?!`)|(!?)\[([^[\]]{0,500})\]\(([^()\s]{1,2000})(?: "[^"]{0,200}")?\)|(\*\*|__)(?=\S)([\s\S]{0,2000}?[^\s\\])\7(?!\*)|(\*)(?=[^\s*])([\s\S]{0,2000}?[^\s\\*])\9(?!\*)|(?<![\p{L}\p{N}_])_(?=[^\s_])([\s\S]{0,2000}?[^\s\\_])_(?![\p{L}\p{N}_])|(https?:\/\/[^\s<>"'`]{1,2000}[^\s<>"'`.,;:!?)\]*_])/gu;

/** The address of a web page, or nothing: no other scheme gets into a link. */
function webPage(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).href;
}

function link(address: string, words: ReactNode, key: number): ReactNode {
  const href = webPage(address);
  if (href === undefined) return <Fragment key={key}>{words}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

function inline(text: string, depth = 0): ReactNode {
  if (depth > MAX_DEPTH) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const key = match.index;
    const [whole, escaped, , code, image, words, address, , bold, , italic, italicWord, bare] = match;
    parts.push(text.slice(end, key));
    end = key + whole.length;
    if (escaped !== undefined) parts.push(escaped);
    else if (code !== undefined) parts.push(<code key={key}>{code.trim()}</code>);
    else if (words !== undefined && address !== undefined) {
      // A picture would be fetched from somebody else's server: only its description is shown.
      parts.push(image === '!' ? words : link(address, inline(words, depth + 1), key));
    } else if (bold !== undefined) parts.push(<strong key={key}>{inline(bold, depth + 1)}</strong>);
    else if (bare !== undefined) parts.push(link(bare, bare, key));
    else parts.push(<em key={key}>{inline(italic ?? italicWord ?? '', depth + 1)}</em>);
  }
  parts.push(text.slice(end));
  return parts;
}

function render(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{inline(block.text)}</p>;
    case 'heading':
      return (
        <p key={key} className={styles.heading}>
          {inline(block.text)}
        </p>
      );
    case 'code':
      return (
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(render)}</blockquote>;
    case 'list': {
      // A list of single lines reads tighter without paragraphs inside.
      const items = block.items.map((item, index) => (
        <li key={index}>
          {item.map((inner, at) =>
            inner.kind === 'paragraph' && at === 0 ? inline(inner.text) : render(inner, at),
          )}
        </li>
      ));
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
  }
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  return <div className={styles.markdown}>{blocks.map(render)}</div>;
});
