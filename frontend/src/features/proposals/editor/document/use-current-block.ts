// The current block: the one under the pointer, otherwise the one with the caret; and its position on the
// screen.
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { currentBlockId } from './block-commands';

interface CurrentBlock {
  id: string;
  /** The distance of its top edge from that of the frame. */
  top: number;
}

const elementOf = (editor: Editor, id: string): HTMLElement | undefined =>
  [...editor.view.dom.children].find(
    (element): element is HTMLElement => element instanceof HTMLElement && element.dataset.block === id,
  );

/** `held` keeps the block while its menu is open. */
export function useCurrentBlock(
  editor: Editor,
  frame: RefObject<HTMLElement | null>,
  held: boolean,
): CurrentBlock | undefined {
  const [pointed, setPointed] = useState<string>();
  const [top, setTop] = useState(0);
  const { withCaret, doc } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({ withCaret: currentBlockId(state), doc: state.doc }),
    equalityFn: (one, other) => one.doc === other?.doc && one.withCaret === other.withCaret,
  });
  const exists = pointed !== undefined && doc.children.some(({ attrs }) => attrs.id === pointed);
  const id = exists ? pointed : withCaret;

  useEffect(() => {
    const around = frame.current;
    if (around === null || held) return;
    const point = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      // Only the height counts: the handle in the margin belongs to the block next to it.
      const under = [...editor.view.dom.children].find((element) => {
        const { top: upper, bottom } = element.getBoundingClientRect();
        return bottom > upper && event.clientY >= upper - 12 && event.clientY <= bottom + 12;
      });
      if (under instanceof HTMLElement && under.dataset.block !== undefined) setPointed(under.dataset.block);
    };
    const leave = () => {
      setPointed(undefined);
    };
    around.addEventListener('pointermove', point);
    around.addEventListener('pointerleave', leave);
    return () => {
      around.removeEventListener('pointermove', point);
      around.removeEventListener('pointerleave', leave);
    };
  }, [editor, frame, held]);

  useLayoutEffect(() => {
    if (id === undefined) return;
    const place = () => {
      const block = elementOf(editor, id);
      if (block === undefined || frame.current === null) return;
      setTop(block.getBoundingClientRect().top - frame.current.getBoundingClientRect().top);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(editor.view.dom);
    return () => {
      observer.disconnect();
    };
  }, [editor, frame, id, doc]);

  return id === undefined ? undefined : { id, top };
}
