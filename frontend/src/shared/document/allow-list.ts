/**
 * The elements of a document's HTML. The list is the server's own: `make gen` generates it from the
 * sanitiser's.
 */
import list from './allow-list.json';

const ELEMENTS = new Map<string, readonly string[]>(Object.entries(list.elements));
const DROPPED_WHOLE = new Set(list.droppedWhole);
const LINES = new Set(list.lines);
const ADDRESS = new RegExp(`^(${list.schemes.join('|')}):`, 'i');

export const isElement = ({ localName }: Element): boolean => ELEMENTS.has(localName);

/** The attributes that an element may have in addition to the pricing renderer's classes. */
export const attributesOf = ({ localName }: Element): readonly string[] => ELEMENTS.get(localName) ?? [];

/** Elements whose text is not prose: they are removed with their content. */
export const isDroppedWhole = ({ localName }: Element): boolean => DROPPED_WHOLE.has(localName);

/** Elements that end a line of a document's text. */
export const endsLine = ({ localName }: Element): boolean => LINES.has(localName);

/** Whether a link may have this address. */
export const isAllowedAddress = (address: string): boolean => ADDRESS.test(address);
