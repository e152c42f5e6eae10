// Formatting for the section under edit.
import { useEditorState, type Editor } from '@tiptap/react';
import { Bold, Heading3, Italic, Link2, List, ListOrdered, Redo2, TextQuote, Undo2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Button } from '@/shared/ui/button';
import styles from './section-editor.module.css';

interface Tool {
  label: string;
  icon: typeof Bold;
  active?: boolean;
  disabled?: boolean;
  run: () => void;
}

export function EditorToolbar({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();

  const tools: Tool[] = [
    { label: 'Bold', icon: Bold, active: state.bold, run: () => chain().toggleBold().run() },
    { label: 'Italic', icon: Italic, active: state.italic, run: () => chain().toggleItalic().run() },
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
      label: 'Link',
      icon: Link2,
      active: state.link,
      run: () => {
        setLinking(!linking);
      },
    },
    { label: 'Undo', icon: Undo2, disabled: !state.canUndo, run: () => chain().undo().run() },
    { label: 'Redo', icon: Redo2, disabled: !state.canRedo, run: () => chain().redo().run() },
  ];

  return (
    <>
      <div role="toolbar" aria-label="Formatting" className={styles.toolbar}>
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
      {linking && (
        <LinkForm
          editor={editor}
          onDone={() => {
            setLinking(false);
          }}
        />
      )}
    </>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link').href;
  const [href, setHref] = useState(typeof current === 'string' ? current : '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const address = href.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address === '') chain.unsetLink().run();
    else chain.setLink({ href: /^[a-z]+:/i.test(address) ? address : `https://${address}` }).run();
    onDone();
  };
  return (
    <form className={styles.link} onSubmit={submit}>
      <input
        aria-label="Link address"
        placeholder="https://example.com"
        value={href}
        onChange={(event) => {
          setHref(event.target.value);
        }}
      />
      <Button type="submit" size="sm">
        Apply
      </Button>
    </form>
  );
}
