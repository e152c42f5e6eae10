// Headings, lists and quotes follow the direction of their own script, as in the read-only document
// (`safe-html.ts`). Only rendered: nothing of it is saved.
import { Extension } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const OWN_DIRECTION = new Set(['blockquote', 'bulletList', 'heading', 'orderedList']);

function directions(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, at, parent) => {
    const { name } = node.type;
    if (OWN_DIRECTION.has(name) || (name === 'paragraph' && parent?.type.name === 'section'))
      found.push(Decoration.node(at, at + node.nodeSize, { dir: 'auto' }));
  });
  return DecorationSet.create(doc, found);
}

export const Directions = Extension.create({
  name: 'directions',
  addProseMirrorPlugins: () => {
    const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => directions(doc),
        apply: (transaction, shown) => (transaction.docChanged ? directions(transaction.doc) : shown),
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});
