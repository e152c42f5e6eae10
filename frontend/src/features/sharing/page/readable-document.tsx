/** The proposal's document, with selectable prices in their place and a button at each part. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { PreparedDocument } from './prepare-document';

interface Props {
  document: PreparedDocument;
  /** Block ids to mark as changed since the reader last saw the document. */
  changed: ReadonlySet<string>;
  prices: ReactNode;
  /** Absent if the proposal cannot be answered. */
  onAsk?: (blockId: string) => void;
}

export function ReadableDocument({ document: shown, changed, prices, onAsk }: Props) {
  const host = useRef<HTMLDivElement>(null);

  // Nodes are moved in rather than re-parsed from a string: exactly what was checked is shown.
  useLayoutEffect(() => {
    host.current?.replaceChildren(...shown.nodes);
  }, [shown]);

  useLayoutEffect(() => {
    const marked = shown.sections.filter(({ id }) => changed.has(id));
    const notes = marked.map(({ element }) => {
      const note = document.createElement('p');
      note.className = 'doc-changed-note';
      note.textContent = 'Updated since you last read it';
      element.classList.add('doc-changed');
      element.prepend(note);
      return note;
    });
    return () => {
      for (const { element } of marked) element.classList.remove('doc-changed');
      for (const note of notes) note.remove();
    };
  }, [shown, changed]);

  return (
    <>
      <div ref={host} className="doc" />
      {shown.prices && createPortal(prices, shown.prices)}
      {onAsk &&
        shown.sections.map(({ id, title, corner }) =>
          createPortal(
            <button
              type="button"
              className="ask"
              aria-label={`Ask about this part: ${title}`}
              onClick={() => {
                onAsk(id);
              }}
            >
              Ask about this part
            </button>,
            corner,
            id,
          ),
        )}
    </>
  );
}
