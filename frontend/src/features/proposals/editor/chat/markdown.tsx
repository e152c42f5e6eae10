// The Markdown that the assistant writes, as React elements: paragraphs, headings, lists, quotes,
// code, bold, italics and links to web pages. Anything else, HTML included, is shown as text.
import MarkdownIt, { type Token } from 'markdown-it';
import { Fragment, memo, useMemo, type ReactNode } from 'react';
import styles from './markdown.module.css';

// Only the syntax that answers need. The limit prevents hostile text from nesting endlessly.
const parser = new MarkdownIt('zero', { linkify: true, maxNesting: 100 }).enable([
  'backticks',
  'blockquote',
  'emphasis',
  'escape',
  'fence',
  'heading',
  'hr',
  'image',
  'link',
  'linkify',
  'list',
  'newline',
]);
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** The address of a web page, or undefined: links allow no other scheme. */
function webPage(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).href;
}

function element(token: Token, children: ReactNode, key: number): ReactNode {
  switch (token.tag) {
    case 'strong':
      return <strong key={key}>{children}</strong>;
    case 'em':
      return <em key={key}>{children}</em>;
    case 'blockquote':
      return <blockquote key={key}>{children}</blockquote>;
    case 'ul':
      return <ul key={key}>{children}</ul>;
    case 'ol':
      return (
        <ol key={key} start={Number(token.attrGet('start') ?? 1)}>
          {children}
        </ol>
      );
    case 'li':
      return <li key={key}>{children}</li>;
    case 'p':
      return <p key={key}>{children}</p>;
    case 'a': {
      const href = webPage(String(token.attrGet('href')));
      if (href === undefined) break;
      return (
        <a key={key} href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      );
    }
    default:
      if (token.type === 'heading_open') {
        return (
          <p key={key} className={styles.heading}>
            {children}
          </p>
        );
      }
  }
  return <Fragment key={key}>{children}</Fragment>;
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return <Fragment key={key}>{nodes(token.children ?? [])}</Fragment>;
    case 'code_inline':
      return <code key={key}>{token.content.trim()}</code>;
    case 'fence':
      return (
        <pre key={key} tabIndex={0}>
          <code>{token.content.replace(/\n$/, '')}</code>
        </pre>
      );
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    default:
      // A picture would be loaded from another server: only its description is shown.
      return token.content;
  }
}

/** Converts tokens, which open and close elements, to React nodes. */
function nodes(tokens: Token[]): ReactNode[] {
  const open: { token?: Token; children: ReactNode[] }[] = [{ children: [] }];
  tokens.forEach((token, key) => {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
      return;
    }
    const closed = token.nesting === -1 ? open.pop() : undefined;
    const parent = open.at(-1);
    if (closed?.token === undefined) {
      parent?.children.push(leaf(token, key));
      return;
    }
    // A list of single lines is rendered without inner paragraphs.
    const isTight = closed.token.tag === 'p' && parent?.token?.tag === 'li' && parent.children.length === 0;
    parent?.children.push(isTight ? closed.children : element(closed.token, closed.children, key));
  });
  return open[0]?.children ?? [];
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const shown = useMemo(() => nodes(parser.parse(text, {})), [text]);
  return <div className={styles.markdown}>{shown}</div>;
});
