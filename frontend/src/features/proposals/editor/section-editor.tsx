// A small text editor for one section. Loaded when it is first needed; what it writes is cleaned by the server on save.
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { EditorToolbar } from './editor-toolbar';
import styles from './section-editor.module.css';
import { tables, withTables } from './tables';

interface Props {
  title: string;
  html: string;
  onDirty: () => void;
  onSave: (html: string) => Promise<void>;
  onCancel: () => void;
}

export function SectionEditor({ title, html, onDirty, onSave, onCancel }: Props) {
  const [changed, setChanged] = useState(false);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        // No empty paragraph is added behind the text: it would be saved with it.
        trailingNode: false,
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] },
      }),
      ...tables,
    ],
    content: html,
    autofocus: 'start',
    // Its styles are in the module beside this file; an injected style element would need an exception in the policy.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'doc',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': `Section ${title}`,
      },
    },
    onUpdate: () => {
      setChanged(true);
      onDirty();
    },
  });

  const save = () => void onSave(withTables(editor.getHTML()));

  return (
    <div
      className={styles.editor}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !changed) onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} className={styles.content} />
      <div className={styles.actions}>
        <span className={styles.hint}>Ctrl Enter saves</span>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}
