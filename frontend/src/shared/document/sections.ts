/**
 * The sections of a proposal's HTML: `<section data-block="id" data-kind="...">`. Ids are stable across
 * edits, so they identify the changed parts of a document. Parsing is inert (nothing loads, nothing runs).
 */

export interface DocumentSection {
  id: string;
  kind: string;
  /** The section's first heading, or its kind in words. */
  title: string;
  /** The HTML inside the section element. */
  html: string;
}

const BLOCK = 'section[data-block]';
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

function describe(block: Element): DocumentSection {
  const kind = block.getAttribute('data-kind') ?? 'text';
  const heading = block.querySelector('h1, h2, h3')?.textContent.trim();
  return {
    id: block.getAttribute('data-block') ?? '',
    kind,
    title: heading ?? kind.replaceAll(/[-_]+/g, ' '),
    html: block.innerHTML,
  };
}

export function documentSections(html: string): DocumentSection[] {
  return [...parse(html).querySelectorAll(BLOCK)].map(describe);
}

const visibleText = (html: string) => parse(html).body.textContent.replaceAll(/\s+/g, ' ').trim();

/** Whether the document has no visible content: the spec's 'No Content Available'. */
export function isBlank(html: string): boolean {
  return visibleText(html) === '';
}
