// Finds text of a block on the page by its position in the block's text, as the server counts it: the
// heading, a line break, the body; one line for each block element; UTF-16 code units. Works on any element
// that shows the block: plain HTML, or an editor with the same elements.
import { smoothly } from '../lib/smooth';
import { endsLine } from './allow-list';

const CELLS = new Set(['TD', 'TH']);
/** Parts of a block on the screen that do not belong to its text. */
const EXCLUDED = 'button, input, [role="toolbar"], [data-apart], .ProseMirror-widget';

interface Place {
  node: Text;
  offset: number;
}

export interface BlockText {
  text: string;
  /** The position of each code unit; undefined for line breaks and spaces without a text node. */
  places: (Place | undefined)[];
}

/** The text of an element, and the position of each of its code units. */
export function readText(root: Element): BlockText {
  const units: string[] = [];
  const places: (Place | undefined)[] = [];
  const put = (unit: string, place?: Place) => {
    units.push(unit);
    places.push(place);
  };
  const endLine = () => {
    while (units.at(-1) === ' ') {
      units.pop();
      places.pop();
    }
    if (units.length > 0 && units.at(-1) !== '\n') put('\n');
  };
  const boundary = (element: Element) => {
    if (endsLine(element)) endLine();
    else if (CELLS.has(element.tagName) && units.at(-1) !== ' ' && units.at(-1) !== '\n') put(' ');
  };
  const walk = (node: Node) => {
    if (node instanceof Text) {
      for (let offset = 0; offset < node.data.length; offset += 1)
        put(node.data.charAt(offset), { node, offset });
      return;
    }
    if (!(node instanceof Element) || node.matches(EXCLUDED)) return;
    boundary(node);
    node.childNodes.forEach(walk);
    boundary(node);
  };
  root.childNodes.forEach(walk);
  return { text: units.join(''), places };
}

/** The text at this position, or the nearest occurrence if it has moved. */
function findWords(
  { text, places }: BlockText,
  start: number,
  words: string,
): { first: Place; last: Place } | undefined {
  let best: number | undefined;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (best === undefined || Math.abs(at - start) < Math.abs(best - start)) best = at;
    if (at > start) break;
  }
  if (best === undefined || words === '') return undefined;
  const within = places.slice(best, best + words.length).filter((place) => place !== undefined);
  const first = within.at(0);
  const last = within.at(-1);
  return first && last && { first, last };
}

/** The range of the text in an element that shows the block. */
export function rangeOf(root: Element, start: number, words: string): Range | undefined {
  const found = findWords(readText(root), start, words);
  if (found === undefined) return undefined;
  const range = document.createRange();
  range.setStart(found.first.node, found.first.offset);
  range.setEnd(found.last.node, found.last.offset + 1);
  return range;
}

const NAME = 'proffer-words';

/** Removes the highlight. */
export function clearHighlight(): void {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS) CSS.highlights.delete(NAME);
}

/** Highlights a range without changing the page, if the browser supports it. */
function highlight(range: Range): void {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight !== 'undefined') {
    CSS.highlights.set(NAME, new Highlight(range));
  }
}

/** The element that shows a block. */
export function blockElement(id: string): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`) ??
    document.getElementById(`section-${id}`)
  );
}

/**
 * Scrolls to text of a block and highlights it; `select` also selects it, ready to be replaced. If the text
 * is missing, it scrolls to the block.
 */
export function showWords(id: string, start: number, words: string, { select = false } = {}): boolean {
  const block = blockElement(id);
  if (block === null) return false;
  const range = rangeOf(block, start, words);
  clearHighlight();
  const around = range?.startContainer.parentElement ?? block;
  around.scrollIntoView({ block: 'center', behavior: smoothly() });
  if (range === undefined) return false;
  highlight(range);
  if (select) {
    const editable = around.closest<HTMLElement>('[contenteditable="true"]');
    editable?.focus({ preventScroll: true });
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  return true;
}
