// The editor's own nodes: the blocks of a document, the pricing block, and lists of terms. A block is
// rendered as the same section element as for the reader, so that a proposal's own style sheet works in both.
import { mergeAttributes, Node } from '@tiptap/react';
import { safeFragment } from '@/shared/document/safe-html';
import { sectionAnchor } from '../anchors';
import { PRICING } from '../kinds';

const idAndKind = {
  id: {
    default: null,
    parseHTML: (section: HTMLElement) => section.getAttribute('data-block'),
    renderHTML: ({ id }: Record<string, unknown>) =>
      typeof id === 'string' ? { 'data-block': id, id: sectionAnchor(id) } : {},
  },
  kind: {
    default: 'free',
    parseHTML: (section: HTMLElement) => section.getAttribute('data-kind') ?? 'free',
    renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-kind': kind }),
  },
};

export const ProposalRoot = Node.create({ name: 'doc', topNode: true, content: '(section | pricing)+' });

export const SectionNode = Node.create({
  name: 'section',
  content: 'block+',
  isolating: true,
  selectable: true,
  addAttributes: () => idAndKind,
  parseHTML: () => [{ tag: 'section' }],
  renderHTML: ({ HTMLAttributes }) => ['section', HTMLAttributes, 0],
});

interface PricingOptions {
  /** Opens the prices; absent if they cannot be changed. */
  onEditPrices: (() => void) | undefined;
}

/** The pricing engine's content: it can be moved, but not edited as text. */
export const PricingNode = Node.create<PricingOptions>({
  name: 'pricing',
  atom: true,
  isolating: true,
  selectable: true,
  priority: 200,
  addOptions: () => ({ onEditPrices: undefined }),
  addAttributes: () => ({
    ...idAndKind,
    kind: { ...idAndKind.kind, default: PRICING },
    html: { default: '', rendered: false, parseHTML: (section: HTMLElement) => section.innerHTML },
  }),
  parseHTML: () => [{ tag: `section[data-kind="${PRICING}"]` }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const dom = document.createElement('section');
    for (const [name, value] of Object.entries(mergeAttributes(HTMLAttributes))) {
      dom.setAttribute(name, String(value));
    }
    dom.append(safeFragment(String(node.attrs.html)));
    return { dom };
  },
  addNodeView() {
    const { onEditPrices } = this.options;
    return ({ node, HTMLAttributes }) => {
      const dom = document.createElement('section');
      for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, String(value));
      dom.contentEditable = 'false';
      dom.append(safeFragment(String(node.attrs.html)));
      if (onEditPrices !== undefined) dom.append(pricesButton(onEditPrices));
      return { dom, ignoreMutation: () => true, stopEvent: ({ target }) => isButton(target) };
    };
  },
});

const isButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null;

function pricesButton(onEditPrices: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'doc-edit-prices';
  button.textContent = 'Edit Prices';
  button.addEventListener('click', onEditPrices);
  return button;
}

const Terms = Node.create({
  name: 'termList',
  group: 'block',
  content: '(term | termDetails)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: () => ['dl', 0],
});

const Term = Node.create({
  name: 'term',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: () => ['dt', 0],
});

const TermDetails = Node.create({
  name: 'termDetails',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: () => ['dd', 0],
});

export const termNodes = [Terms, Term, TermDetails];
