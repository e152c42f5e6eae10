// Formatting for the text at the caret, and the save status. It stays visible while the document scrolls.
import { useEditorState, type Editor } from '@tiptap/react';
import {
  Bold,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Redo2,
  Table,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { LinkForm } from './link-form';
import { TableTools } from './table-tools';
import styles from './toolbar.module.css';

interface Tool {
  label: string;
  icon: typeof Bold;
  active?: boolean;
  disabled?: boolean;
  run: () => void;
}

export function Toolbar({ editor, status }: { editor: Editor; status: ReactNode }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      heading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      table: now.isActive('table'),
      text: now.state.selection.$head.depth > 0,
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();

  const history: Tool[] = [
    { label: 'Undo', icon: Undo2, disabled: !state.canUndo, run: () => chain().undo().run() },
    { label: 'Redo', icon: Redo2, disabled: !state.canRedo, run: () => chain().redo().run() },
  ];
  const words: Tool[] = [
    { label: 'Bold', icon: Bold, active: state.bold, run: () => chain().toggleBold().run() },
    { label: 'Italic', icon: Italic, active: state.italic, run: () => chain().toggleItalic().run() },
    {
      label: 'Underline',
      icon: Underline,
      active: state.underline,
      run: () => chain().toggleUnderline().run(),
    },
    {
      label: 'Link',
      icon: Link2,
      active: state.link,
      run: () => {
        setLinking(!linking);
      },
    },
  ];
  const parts: Tool[] = [
    {
      label: 'Subheading',
      icon: Heading3,
      active: state.heading,
      run: () => chain().toggleHeading({ level: 3 }).run(),
    },
    {
      label: 'Bulleted list',
      icon: List,
      active: state.bullets,
      run: () => chain().toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      active: state.numbers,
      run: () => chain().toggleOrderedList().run(),
    },
    { label: 'Quote', icon: TextQuote, active: state.quote, run: () => chain().toggleBlockquote().run() },
    {
      label: 'Insert table',
      icon: Table,
      disabled: state.table,
      run: () => chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
    },
  ];
  // Formatting does not apply to prices.
  const groups = [history, words, parts].map((tools) =>
    tools === history
      ? tools
      : tools.map((tool) => ({ ...tool, disabled: tool.disabled === true || !state.text })),
  );

  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <div role="toolbar" aria-label="Formatting" className={styles.tools}>
          {groups.map((tools, at) => (
            <div key={at} className={styles.group}>
              {tools.map(({ label, icon: Icon, active, disabled, run }) => (
                <button
                  key={label}
                  type="button"
                  className={styles.tool}
                  aria-label={label}
                  title={label}
                  aria-pressed={active}
                  disabled={disabled}
                  onClick={run}
                >
                  <Icon size={17} aria-hidden />
                </button>
              ))}
            </div>
          ))}
          {state.table && <TableTools editor={editor} />}
        </div>
        <div className={styles.status}>{status}</div>
        {linking && (
          <LinkForm
            editor={editor}
            onDone={() => {
              setLinking(false);
            }}
          />
        )}
      </div>
    </div>
  );
}
