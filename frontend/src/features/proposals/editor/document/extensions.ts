// The document editor's schema and behaviour: everything the server's sanitiser keeps, and nothing else.
import { Placeholder } from '@tiptap/extensions';
import type { Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { isAllowedAddress } from '@/shared/document/allow-list';
import { BlockIds } from './block-ids';
import { BlockKeys } from './block-keys';
import { Directions } from './directions';
import { documentMarks } from './marks';
import { PricingNode, ProposalRoot, SectionNode, termNodes } from './nodes';
import { tables } from './tables';

export const documentExtensions = (onEditPrices?: () => void): Extensions => [
  StarterKit.configure({
    document: false,
    code: false,
    codeBlock: false,
    // No empty paragraph is added after the text: it would be saved too.
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    dropcursor: { color: 'var(--pine)', width: 3 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url, { defaultValidate }) => isAllowedAddress(url.trim()) && defaultValidate(url),
      HTMLAttributes: { target: null, rel: 'noopener noreferrer', class: null },
    },
  }),
  ProposalRoot,
  SectionNode,
  PricingNode.configure({ onEditPrices }),
  ...termNodes,
  ...documentMarks,
  ...tables,
  BlockIds,
  BlockKeys,
  Directions,
  // The style sheet decides where it is shown.
  Placeholder.configure({
    includeChildren: true,
    showOnlyCurrent: false,
    placeholder: ({ node }) => (node.type.name === 'heading' ? 'Heading' : 'Write here'),
  }),
];
