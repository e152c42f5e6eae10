/**
 * Shows another state of the document with as few steps as possible: unchanged blocks stay, and of
 * a changed block only the differing part is replaced. So the caret stays in place, and Ctrl+Z does
 * not undo other users' changes.
 */
import { Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { tidyEqual, type Block } from './blocks';
import { findBlock, moveTo, startOf } from './block-commands';
import { parseBlock, type KnownBlocks } from './html';

/** Marks a change from outside: it is not unsaved work. */
export const FROM_OUTSIDE = 'fromOutside';

export function showBlocks(view: EditorView, known: KnownBlocks, target: readonly Block[]): void {
  const { tr } = view.state;
  const shown = new Map(known.read(tr.doc).map((block) => [block.id, block]));
  const wanted = new Set(target.map(({ id }) => id));
  const caret = caretOf(tr);

  // The document always has a block: if none is kept, the old ones are removed last.
  const stays = tr.doc.children.some((node) => wanted.has(String(node.attrs.id)));
  if (stays) removeOthers(tr, wanted);
  target.forEach((block, index) => {
    const now = findBlock(tr.doc, block.id);
    if (now === undefined) insert(tr, block, index);
    else {
      moveTo(tr, block.id, index);
      const before = shown.get(block.id);
      if (before === undefined || !tidyEqual(before, block)) rewrite(tr, block);
    }
  });
  if (!stays && target.length > 0) removeOthers(tr, wanted);
  if (!tr.docChanged) return;

  keepCaret(tr, caret);
  view.dispatch(tr.setMeta('addToHistory', false).setMeta(FROM_OUTSIDE, true));
}

function removeOthers(tr: Transaction, wanted: ReadonlySet<string>): void {
  for (let index = tr.doc.childCount - 1; index >= 0 && tr.doc.childCount > 1; index -= 1) {
    const node = tr.doc.child(index);
    if (wanted.has(String(node.attrs.id))) continue;
    const at = startOf(tr.doc, index);
    tr.delete(at, at + node.nodeSize);
  }
}

function insert(tr: Transaction, block: Block, index: number): void {
  const node = parseBlock(tr.doc.type.schema, block);
  if (node !== undefined) tr.insert(startOf(tr.doc, index), node);
}

function rewrite(tr: Transaction, block: Block): void {
  const now = findBlock(tr.doc, block.id);
  const next = parseBlock(tr.doc.type.schema, block);
  if (now === undefined || next === undefined) return;
  const whole = now.node.type !== next.type || next.isAtom;
  if (whole) {
    if (!now.node.eq(next)) tr.replaceWith(now.at, now.at + now.node.nodeSize, next);
    return;
  }
  if (now.node.attrs.kind !== next.attrs.kind) tr.setNodeAttribute(now.at, 'kind', next.attrs.kind);
  const start = now.node.content.findDiffStart(next.content);
  const end = now.node.content.findDiffEnd(next.content);
  if (start === null || end === null) return;
  // If text repeats, the two ends can overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const inside = now.at + 1;
  tr.replace(inside + start, inside + end.a + overlap, next.slice(start, end.b + overlap));
}

/** The caret as a position in a block, with the preceding text mapped through the changes. */
interface Caret {
  id: string;
  offset: number;
}

function caretOf(tr: Transaction): Caret | undefined {
  const { $head } = tr.selection;
  const id: unknown = tr.doc.maybeChild($head.index(0))?.attrs.id;
  // The empty block of an empty document is removed, and the caret in it.
  if (typeof id !== 'string') return undefined;
  return { id, offset: $head.depth === 0 ? 0 : $head.pos - $head.start(1) };
}

/**
 * Mapping follows text that grows and shrinks, but not a block that moves: then the position within the block
 * counts.
 */
function keepCaret(tr: Transaction, caret: Caret | undefined): void {
  if (caret === undefined) {
    tr.setSelection(Selection.atStart(tr.doc));
    return;
  }
  const block = findBlock(tr.doc, caret.id);
  if (block === undefined) return;
  const { head } = tr.selection;
  if (head > block.at && head <= block.at + block.node.nodeSize) return;
  const offset = Math.min(caret.offset, block.node.content.size);
  tr.setSelection(Selection.near(tr.doc.resolve(block.at + 1 + offset)));
}
