// The commands for whole blocks. Each is one undo step.
import type { Node } from '@tiptap/pm/model';
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { kindInWords, PRICING } from '../kinds';

export interface Placed {
  node: Node;
  index: number;
  /** Its position in the document. */
  at: number;
}

export function findBlock(doc: Node, id: string): Placed | undefined {
  let found: Placed | undefined;
  doc.forEach((node, at, index) => {
    if (node.attrs.id === id) found = { node, index, at };
  });
  return found;
}

/** The block that the caret is in. */
export const currentBlockId = ({ doc, selection }: EditorState): string | undefined => {
  const id: unknown = doc.maybeChild(selection.$head.index(0))?.attrs.id;
  return typeof id === 'string' ? id : undefined;
};

export const hasPricing = (doc: Node): boolean => doc.children.some(({ type }) => type.name === PRICING);

export const startOf = (doc: Node, index: number): number =>
  doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);

/** Moves a block before the one that currently has this index; the caret stays in it if it was there. */
export function moveTo(tr: Transaction, id: string, index: number): boolean {
  const block = findBlock(tr.doc, id);
  if (block === undefined) return false;
  const target = index > block.index ? index - 1 : index;
  if (target === block.index || index < 0 || index > tr.doc.childCount) return false;
  const inside = tr.selection.head - block.at;
  tr.delete(block.at, block.at + block.node.nodeSize);
  const start = startOf(tr.doc, target);
  tr.insert(start, block.node);
  if (inside >= 0 && inside < block.node.nodeSize) {
    tr.setSelection(Selection.near(tr.doc.resolve(start + inside)));
  }
  return true;
}

function run(view: EditorView, change: (tr: Transaction) => boolean): boolean {
  const { tr } = view.state;
  if (!change(tr)) return false;
  view.dispatch(tr.scrollIntoView());
  view.focus();
  return true;
}

export const moveBlock = (view: EditorView, id: string, by: -1 | 1): boolean =>
  run(view, (tr) => {
    const index = findBlock(tr.doc, id)?.index;
    return index !== undefined && moveTo(tr, id, by === -1 ? index - 1 : index + 2);
  });

/** Adds a block below, with its heading and the caret at the start of the text. */
export const addBlock = (view: EditorView, below: string | undefined, kind: string): boolean =>
  run(view, (tr) => {
    const { heading, paragraph, section, pricing } = view.state.schema.nodes;
    const before = below === undefined ? undefined : findBlock(tr.doc, below);
    const at = before === undefined ? tr.doc.content.size : before.at + before.node.nodeSize;
    const id = crypto.randomUUID();
    if (kind === PRICING) {
      if (pricing === undefined || hasPricing(tr.doc)) return false;
      tr.insert(at, pricing.create({ id, kind, html: `<h2>${kindInWords(PRICING)}</h2>` }));
      return true;
    }
    if (heading === undefined || paragraph === undefined || section === undefined) return false;
    const { schema } = view.state;
    const title = heading.create({ level: 2 }, kind === 'free' ? null : schema.text(kindInWords(kind)));
    tr.insert(at, section.create({ id, kind }, [title, paragraph.create()]));
    const caret = kind === 'free' ? at + 2 : at + 2 + title.nodeSize;
    tr.setSelection(TextSelection.near(tr.doc.resolve(caret)));
    return true;
  });

export const duplicateBlock = (view: EditorView, id: string): boolean =>
  run(view, (tr) => {
    const block = findBlock(tr.doc, id);
    if (block === undefined || block.node.type.name === PRICING) return false;
    const twin = block.node.type.create({ ...block.node.attrs, id: crypto.randomUUID() }, block.node.content);
    const at = block.at + block.node.nodeSize;
    tr.insert(at, twin);
    tr.setSelection(Selection.near(tr.doc.resolve(at + 1)));
    return true;
  });

export const changeKind = (view: EditorView, id: string, kind: string): boolean =>
  run(view, (tr) => {
    const block = findBlock(tr.doc, id);
    if (block === undefined || block.node.type.name === PRICING || kind === PRICING) return false;
    tr.setNodeAttribute(block.at, 'kind', kind);
    return true;
  });

/** Removing the last block of a document leaves an empty one. */
export const removeBlock = (view: EditorView, id: string): boolean =>
  run(view, (tr) => {
    const block = findBlock(tr.doc, id);
    const { section } = view.state.schema.nodes;
    if (block === undefined || section === undefined) return false;
    const end = block.at + block.node.nodeSize;
    if (tr.doc.childCount > 1) {
      tr.delete(block.at, end);
    } else {
      const empty = section.createAndFill({ id: crypto.randomUUID(), kind: 'free' });
      if (empty === null) return false;
      tr.replaceWith(block.at, end, empty);
    }
    return true;
  });

/** Restores a removed block at its position; does nothing if it exists again. */
export const insertBlockAt = (view: EditorView, node: Node, index: number): boolean =>
  run(view, (tr) => {
    if (findBlock(tr.doc, String(node.attrs.id)) !== undefined) return false;
    tr.insert(startOf(tr.doc, Math.min(index, tr.doc.childCount)), node);
    return true;
  });
