// A document editor for tests, without a surrounding screen.
import { Editor } from '@tiptap/react';
import { afterEach } from 'vitest';
import { readBlocks, writeBlocks } from '@/features/proposals/editor/document/blocks';
import { documentExtensions } from '@/features/proposals/editor/document/extensions';
import { KnownBlocks, writeNode } from '@/features/proposals/editor/document/html';
import { showBlocks } from '@/features/proposals/editor/document/show-blocks';

export const section = (id: string, inner: string, kind = 'free') =>
  `<section data-block="${id}" data-kind="${kind}">${inner}</section>`;

const opened = new Set<Editor>();
afterEach(() => {
  for (const editor of opened) editor.destroy();
  opened.clear();
});

export function openDocument(html: string) {
  const editor = new Editor({ extensions: documentExtensions(), injectCSS: false });
  opened.add(editor);
  const known = new KnownBlocks();
  const blocks = readBlocks(html);
  showBlocks(editor.view, known, blocks);
  known.learn(editor.state.doc, blocks);
  return {
    editor,
    known,
    /** The content that would be saved. */
    saved: () => writeBlocks(known.read(editor.state.doc)),
    /** The editor's own notation of all blocks, as if each had been edited. */
    rewritten: () => editor.state.doc.children.map(writeNode).join(''),
    /** The position of a text in the document. */
    place: (text: string): number => {
      let found = -1;
      editor.state.doc.descendants((node, at) => {
        const inside = node.text?.indexOf(text) ?? -1;
        if (inside >= 0 && found < 0) found = at + inside;
      });
      return found;
    },
    ids: () => editor.state.doc.children.map(({ attrs }) => String(attrs.id)),
  };
}
