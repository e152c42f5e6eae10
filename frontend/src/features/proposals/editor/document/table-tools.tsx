// The actions for the table at the caret.
import type { Editor } from '@tiptap/react';
import { BetweenHorizontalEnd, BetweenVerticalEnd, Columns2, Rows2, Trash2 } from 'lucide-react';
import styles from './toolbar.module.css';

export function TableTools({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus();
  const tools = [
    { label: 'Add row below', icon: BetweenHorizontalEnd, run: () => chain().addRowAfter().run() },
    { label: 'Add column to the right', icon: BetweenVerticalEnd, run: () => chain().addColumnAfter().run() },
    { label: 'Remove row', icon: Rows2, removes: true, run: () => chain().deleteRow().run() },
    { label: 'Remove column', icon: Columns2, removes: true, run: () => chain().deleteColumn().run() },
    { label: 'Remove table', icon: Trash2, removes: true, run: () => chain().deleteTable().run() },
  ];
  return (
    <div className={styles.group}>
      {tools.map(({ label, icon: Icon, removes, run }) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          data-removes={removes}
          aria-label={label}
          title={label}
          onClick={run}
        >
          <Icon size={17} aria-hidden />
        </button>
      ))}
    </div>
  );
}
