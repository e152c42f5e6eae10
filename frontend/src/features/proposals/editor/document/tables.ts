/**
 * Tables in the text editor. ProseMirror models a table as rows of cells; a document's tables also have a
 * caption, a head and a foot, and header cells with a scope. The nodes here keep those, and `restoreTables`
 * writes them in the document's form.
 */
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Extensions } from '@tiptap/react';
import { safeFragment } from '@/shared/document/safe-html';

const CAPTION = 'data-caption';
const PART = 'data-part';
const PARTS = ['thead', 'tbody', 'tfoot'] as const;

const isPart = (name: string | null | undefined): name is (typeof PARTS)[number] =>
  PARTS.some((part) => part === name);

const DocumentTable = Table.extend({
  addAttributes() {
    return {
      caption: {
        default: null,
        parseHTML: (table) => table.querySelector(':scope > caption')?.innerHTML ?? null,
        renderHTML: ({ caption }) => (typeof caption === 'string' ? { [CAPTION]: caption } : {}),
      },
    };
  },
  parseHTML() {
    // The caption is an attribute; its text must not become a row.
    return [{ tag: 'table' }, { tag: 'table > caption', ignore: true }];
  },
  renderHTML({ HTMLAttributes }) {
    const dom = document.createElement('table');
    for (const [name, value] of Object.entries(HTMLAttributes)) {
      dom.setAttribute(name, String(value));
    }
    const caption = dom.getAttribute(CAPTION);
    if (caption !== null) {
      const shown = dom.createCaption();
      shown.contentEditable = 'false';
      shown.append(safeFragment(caption));
    }
    return { dom, contentDOM: dom.createTBody() };
  },
  // Without the package's own view, which renders tables for resizing columns.
}).configure({ View: null });

const DocumentRow = TableRow.extend({
  addAttributes() {
    return {
      part: {
        default: null,
        parseHTML: (row) => row.parentElement?.tagName.toLowerCase() ?? null,
        renderHTML: ({ part }) => (typeof part === 'string' ? { [PART]: part } : {}),
      },
    };
  },
});

const DocumentHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

export const tables: Extensions = [DocumentTable, DocumentRow, DocumentHeader, TableCell];

/** A new table's first row is its head if all its cells are header cells. */
function headOf(row: HTMLTableRowElement, above: Element | undefined): string | null {
  const cells = [...row.cells];
  if (above !== undefined || !cells.every(({ tagName }) => tagName === 'TH')) return null;
  for (const cell of cells) cell.setAttribute('scope', 'col');
  return 'thead';
}

/**
 * Moves the rows back into head, body and foot; a row added while editing joins the one above it, but never a
 * head.
 */
function restoreParts(table: HTMLTableElement): void {
  const rows = [...table.rows];
  table.replaceChildren();
  const caption = table.getAttribute(CAPTION);
  if (caption !== null) table.createCaption().innerHTML = caption;
  table.removeAttribute(CAPTION);

  let current: Element | undefined;
  for (const row of rows) {
    const own = row.getAttribute(PART) ?? headOf(row, current);
    const above = current?.localName;
    const part = isPart(own) ? own : above === 'tfoot' ? above : 'tbody';
    if (current === undefined || above !== part) {
      current = document.createElement(part);
      table.append(current);
    }
    row.removeAttribute(PART);
    current.append(row);
  }
}

/**
 * Writes the tables of the editor's HTML in the document's form. `tidyText` handles the cells' paragraphs.
 */
export function restoreTables(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) restoreParts(table);
}
