/**
 * Converts between a block's HTML and the editor's node. An unedited block is written exactly as it was read:
 * the editor's own notation (for example strong for b) never causes a change.
 */
import { DOMParser as NodeParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model';
import { PRICING } from '../kinds';
import { tidyEqual, writeBlocks, type Block } from './blocks';
import { restoreTables } from './tables';

export function parseBlock(schema: Schema, block: Block): Node | undefined {
  const { id, kind, html } = block;
  if (kind === PRICING) return schema.nodes.pricing?.create({ id, kind, html });
  const inert = new DOMParser().parseFromString(writeBlocks([block]), 'text/html');
  return NodeParser.fromSchema(schema).parse(inert.body).firstChild ?? undefined;
}

const written = new WeakMap<Node, string>();

/** The content of a block in the editor's notation. Nodes never change, so each is written once. */
export function writeNode(node: Node): string {
  if (node.type.name === PRICING) return String(node.attrs.html);
  const known = written.get(node);
  if (known !== undefined) return known;
  const inert = document.implementation.createHTMLDocument().createElement('div');
  DOMSerializer.fromSchema(node.type.schema).serializeFragment(node.content, {}, inert);
  restoreTables(inert);
  tidyText(inert);
  written.set(node, inert.innerHTML);
  return inert.innerHTML;
}

/** The editor wraps the text of every cell and list item in a paragraph; a single one is removed. */
function tidyText(root: ParentNode): void {
  for (const link of root.querySelectorAll('a')) {
    // Last, in the server's order.
    link.removeAttribute('rel');
    link.rel = 'noopener noreferrer';
  }
  for (const holder of root.querySelectorAll('li, dd, td, th')) {
    const [first, ...others] = holder.children;
    const alone = others.every(({ tagName }) => holder.tagName === 'LI' && /^[UO]L$/.test(tagName));
    if (first?.tagName === 'P' && alone) first.replaceWith(...first.childNodes);
  }
}

/** The blocks as last read from the server, with their nodes. */
export class KnownBlocks {
  readonly #known = new Map<string, { node: Node; block: Block }>();

  /**
   * Stores the server's current blocks. A block that looks the same on the screen counts as the server's,
   * except for spaces.
   */
  learn(doc: Node, blocks: readonly Block[]): void {
    const shown = new Map(doc.children.map((node) => [String(node.attrs.id), node]));
    for (const block of blocks) {
      const { id } = block;
      if (this.#known.get(id)?.block === block) continue;
      const now = shown.get(id);
      const same =
        now !== undefined && tidyEqual({ id, kind: String(now.attrs.kind), html: writeNode(now) }, block);
      const node = same ? now : parseBlock(doc.type.schema, block);
      if (node !== undefined) this.#known.set(id, { node, block });
    }
  }

  /** The document as blocks: unchanged ones exactly as they were read. */
  read(doc: Node): Block[] {
    return doc.children.flatMap((node) => {
      const { id, kind } = node.attrs as { id: string | null; kind: string };
      // The empty block of an empty document does not count.
      if (id === null) return [];
      const known = this.#known.get(id);
      return known?.node.eq(node) === true ? known.block : { id, kind, html: writeNode(node) };
    });
  }
}
