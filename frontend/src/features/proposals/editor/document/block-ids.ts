// Every block has a unique id: pasted and duplicated blocks get a new one.
import { Extension } from '@tiptap/react';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { PRICING } from '../kinds';

const idOf = (node: Node): string | undefined =>
  typeof node.attrs.id === 'string' && node.attrs.id !== '' ? node.attrs.id : undefined;

const idsOf = (doc: Node): Set<string> => new Set(doc.children.flatMap((block) => idOf(block) ?? []));

const isBlock = (node: Node): boolean => node.type.name === 'section' || node.type.name === PRICING;

/** Pasted content: existing ids are replaced by new ones, and prices are never pasted. */
function adopted(slice: Slice, doc: Node): Slice {
  const taken = idsOf(doc);
  const blocks: Node[] = [];
  for (const node of slice.content.content) {
    // The price table is data; a pasted copy would look like an offer without being one.
    if (node.type.name === PRICING) continue;
    const id = idOf(node);
    const fresh = isBlock(node) && (id === undefined || taken.has(id));
    blocks.push(
      fresh ? node.type.create({ ...node.attrs, id: crypto.randomUUID() }, node.content, node.marks) : node,
    );
  }
  const content = Fragment.from(blocks);
  return blocks.length === slice.content.childCount
    ? new Slice(content, slice.openStart, slice.openEnd)
    : Slice.maxOpen(content);
}

export const BlockIds = Extension.create({
  name: 'blockIds',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        // Content dragged within the document is moved, and keeps its id.
        transformPasted: (slice, view) => (view.dragging === null ? adopted(slice, view.state.doc) : slice),
      },
      appendTransaction: (transactions, _before, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        const seen = new Set<string>();
        doc.forEach((block, at) => {
          const id = idOf(block);
          if (id === undefined || seen.has(id)) tr.setNodeAttribute(at, 'id', crypto.randomUUID());
          else seen.add(id);
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});
