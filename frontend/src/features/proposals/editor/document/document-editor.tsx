// The editable document: one editor for the whole document, with a toolbar for its text and a handle for its
// blocks. A separate chunk, because it is larger than the rest of the screen.
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Surface } from '../saving/use-document-session';
import { BlockGutter } from './block-gutter';
import './document-editor.css';
import styles from './document-editor.module.css';
import { documentExtensions } from './extensions';
import { KnownBlocks } from './html';
import { FROM_OUTSIDE, showBlocks } from './show-blocks';
import { Toolbar } from './toolbar';

interface Props {
  title: string;
  /** Connects the typed text with saving. */
  onReady: (surface: Surface) => () => void;
  onChange: () => void;
  /** The text lost the focus: a good moment to save. */
  onBlur: () => void;
  onEditPrices: () => void;
  /** Whether the text is saved; visible like the toolbar that contains it. */
  status: ReactNode;
}

export function DocumentEditor({ title, onReady, onChange, onBlur, onEditPrices, status }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [known] = useState(() => new KnownBlocks());
  const [extensions] = useState(() => documentExtensions(onEditPrices));
  const connect = useEffectEvent(onReady);
  const editor = useEditor({
    extensions,
    // Its styles are in the style sheet of this folder; an injected style element would need an exception in
    // the policy.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'doc',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': `Text of ${title}`,
      },
    },
    onUpdate: ({ transaction }) => {
      if (transaction.getMeta(FROM_OUTSIDE) !== true) onChange();
    },
    onBlur,
  });

  useEffect(
    () =>
      connect({
        read: () => known.read(editor.state.doc),
        show: (blocks, base) => {
          showBlocks(editor.view, known, blocks);
          known.learn(editor.state.doc, base);
        },
      }),
    [editor, known],
  );

  return (
    <>
      <Toolbar editor={editor} status={status} />
      <div ref={frame} className={styles.frame}>
        <BlockGutter editor={editor} frame={frame} onEditPrices={onEditPrices} />
        <EditorContent editor={editor} />
      </div>
    </>
  );
}
