// Keys and drag operations that move whole blocks. The text handles everything else.
import { Extension } from '@tiptap/react';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { currentBlockId, findBlock, moveBlock, moveTo, type Placed } from './block-commands';

/** The index before which a block dropped at this height is inserted: each block is halved. */
function indexAt(view: EditorView, height: number): number {
  const boxes = [...view.dom.querySelectorAll(':scope > section')].map((block) =>
    block.getBoundingClientRect(),
  );
  const below = boxes.findIndex(({ top, bottom }) => height < (top + bottom) / 2);
  return below === -1 ? view.state.doc.childCount : below;
}

/**
 * A block is dragged by its handle, which is not part of the text, so the text editor must be told about the
 * drag.
 */
export function startDrag(view: EditorView, { at }: Placed, name: string, transfer: DataTransfer): void {
  const selection = NodeSelection.create(view.state.doc, at);
  view.dispatch(view.state.tr.setSelection(selection));
  const shown = view.nodeDOM(at);
  transfer.effectAllowed = 'move';
  transfer.setData('text/plain', name);
  if (shown instanceof Element) transfer.setDragImage(shown, 0, 0);
  view.dragging = { slice: selection.content(), move: true };
}

export function endDrag(view: EditorView): void {
  view.dragging = null;
}

/** The block that is being dragged by its handle. */
function draggedBlock(view: EditorView): string | undefined {
  const { selection } = view.state;
  if (view.dragging === null || !(selection instanceof NodeSelection)) return undefined;
  const id: unknown = selection.node.attrs.id;
  return typeof id === 'string' && findBlock(view.state.doc, id) !== undefined ? id : undefined;
}

export const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => () => {
      const id = currentBlockId(this.editor.state);
      return id !== undefined && moveBlock(this.editor.view, id, by);
    };
    return { 'Alt-Shift-ArrowUp': move(-1), 'Alt-Shift-ArrowDown': move(1) };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDrop: (view, event) => {
          const id = draggedBlock(view);
          if (id === undefined) return false;
          const { tr } = view.state;
          if (moveTo(tr, id, indexAt(view, event.clientY))) view.dispatch(tr);
          // The handle had the focus; undo must work at once.
          view.focus();
          return true;
        },
      },
    }),
  ],
});
