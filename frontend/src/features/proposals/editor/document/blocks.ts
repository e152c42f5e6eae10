/**
 * A document as the list of its blocks, as used by the editor, the autosave and the merge. Parsing is inert
 * (nothing loads, nothing runs).
 */
import { documentSections } from '@/shared/document/sections';
import { kindInWords } from '../kinds';

export interface Block {
  id: string;
  kind: string;
  /** The HTML inside the section element. */
  html: string;
}

export const readBlocks = (html: string): Block[] =>
  documentSections(html).map(({ id, kind, html: inner }) => ({ id, kind, html: inner }));

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const writeBlocks = (blocks: readonly Block[]): string =>
  blocks
    .map(
      ({ id, kind, html }) =>
        `<section data-block="${quoted(id)}" data-kind="${quoted(kind)}">${html}</section>`,
    )
    .join('');

export const sameBlock = (one: Block | undefined, other: Block | undefined): boolean =>
  one?.kind === other?.kind && one?.html === other?.html;

export const sameBlocks = (one: readonly Block[], other: readonly Block[]): boolean =>
  one.length === other.length &&
  one.every((block, at) => block.id === other[at]?.id && sameBlock(block, other[at]));

/**
 * Equal except for white space and an empty heading, which the server removes while the user may still be
 * typing there.
 */
export const tidyEqual = (one: Block, other: Block): boolean =>
  one.kind === other.kind && tidy(one.html) === tidy(other.html);

/** White space between and at the ends of these elements is insignificant. */
const AROUND =
  /\s*(<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|table|caption|thead|tbody|tfoot|tr|th|td|hr|br)\b[^>]*>)\s*/g;

const tidy = (html: string): string =>
  html
    .replace(/^\s*<h2>\s*<\/h2>/, '')
    .replaceAll(AROUND, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The display name of a block: its heading, otherwise its kind. */
export function blockName({ kind, html }: Block): string {
  const heading = new DOMParser().parseFromString(html, 'text/html').querySelector('h1, h2, h3');
  const words = heading?.textContent.trim() ?? '';
  return words === '' ? kindInWords(kind) : words;
}
