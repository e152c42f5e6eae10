/**
 * The browser's own protection against stored HTML. The server has already sanitised every document; this
 * pass assumes that it failed. The text is parsed in an inert document and only the nodes and attributes of
 * the allow-list are rebuilt, so nothing else can reach the page.
 */
import { attributesOf, isAllowedAddress, isDroppedWhole, isElement } from './allow-list';

const OWN_DIRECTION = new Set('BLOCKQUOTE H1 H2 H3 H4 H5 H6 OL UL'.split(' '));

function copyAttributes(from: Element, to: HTMLElement): void {
  for (const name of attributesOf(from)) {
    const value = from.getAttribute(name);
    if (value !== null && name !== 'href') to.setAttribute(name, value);
  }
  // Only the pricing renderer's classes have a meaning in a document; any other could use the page's own
  // styles.
  for (const name of from.classList) {
    if (name.startsWith('pricing-')) to.classList.add(name);
  }
  const href = from.getAttribute('href')?.trim() ?? '';
  if (from.tagName === 'A' && isAllowedAddress(href)) {
    to.setAttribute('href', href);
    to.setAttribute('target', '_blank');
    to.setAttribute('rel', 'noopener noreferrer nofollow');
  }
}

/**
 * Explicit, because the phone layout changes the display of tables, and browsers then drop the table
 * semantics.
 */
const TABLE_ROLES: Partial<Record<string, string>> = {
  TABLE: 'table',
  THEAD: 'rowgroup',
  TBODY: 'rowgroup',
  TFOOT: 'rowgroup',
  TR: 'row',
  TD: 'cell',
};

function roleOf(source: Element): string | undefined {
  if (source.tagName !== 'TH') return TABLE_ROLES[source.tagName];
  return (source.getAttribute('scope') ?? 'col').startsWith('row') ? 'rowheader' : 'columnheader';
}

/** A wide table scrolls inside its own frame, so that the page itself never scrolls sideways. */
function framed(table: HTMLElement): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'doc-table';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  const caption = table.querySelector('caption')?.textContent.trim();
  frame.setAttribute('aria-label', caption ? `Table: ${caption}` : 'Table');
  frame.append(table);
  return frame;
}

function rebuild(source: Node, target: Node): void {
  for (const child of source.childNodes) {
    if (child instanceof Text) target.appendChild(document.createTextNode(child.data));
    else if (child instanceof Element) rebuildElement(child, target);
  }
}

function rebuildElement(source: Element, target: Node): void {
  const name = source.tagName.toUpperCase();
  if (isDroppedWhole(source)) return;
  if (!isElement(source)) {
    rebuild(source, target);
    return;
  }
  const copy = document.createElement(name);
  copyAttributes(source, copy);
  // Bullets, bars and large first letters are at the start of the text, in any script.
  if (OWN_DIRECTION.has(name) || (name === 'P' && source.parentElement?.tagName === 'SECTION'))
    copy.dir = 'auto';
  const role = roleOf(source);
  if (role !== undefined) copy.setAttribute('role', role);
  rebuild(source, copy);
  target.appendChild(name === 'TABLE' ? framed(copy) : copy);
}

/** A safe copy of stored HTML, ready to be inserted into the page. */
export function safeFragment(html: string): DocumentFragment {
  const inert = new DOMParser().parseFromString(html, 'text/html');
  const fragment = document.createDocumentFragment();
  rebuild(inert.body, fragment);
  return fragment;
}
