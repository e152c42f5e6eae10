// The handle next to the current block: drag it to move the block, press it for all other block actions. It
// comes before the text in the DOM, so that Shift+Tab leads from the text to it.
import { useEditorState, type Editor } from '@tiptap/react';
import { Dropdown, type MenuProps } from 'antd';
import { GripVertical, Plus } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '@/shared/ui/toast/toast-store';
import { PRICING } from '../kinds';
import { blockName } from './blocks';
import {
  addBlock,
  changeKind,
  duplicateBlock,
  findBlock,
  hasPricing,
  moveBlock,
  insertBlockAt,
  removeBlock,
} from './block-commands';
import styles from './block-gutter.module.css';
import { endDrag, startDrag } from './block-keys';
import { writeNode } from './html';
import { KindDialog } from './kind-dialog';
import { useCurrentBlock } from './use-current-block';

interface Props {
  editor: Editor;
  frame: RefObject<HTMLElement | null>;
  onEditPrices: () => void;
}

export function BlockGutter({ editor, frame, onEditPrices }: Props) {
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState<{ what: 'add' | 'change'; id: string }>();
  const current = useCurrentBlock(editor, frame, open || choosing !== undefined);
  const doc = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc });
  const block = current && findBlock(doc, current.id);
  if (current === undefined || block === undefined) return null;

  const { id } = current;
  const { node, index } = block;
  const { view } = editor;
  const prices = node.type.name === PRICING;
  const name = blockName({ id, kind: String(node.attrs.kind), html: writeNode(node) });

  const remove = () => {
    if (!removeBlock(view, id)) return;
    showToast({
      title: `${name} removed`,
      action: {
        label: 'Undo',
        run: () => {
          if (!editor.isDestroyed) insertBlockAt(view, node, index);
        },
      },
    });
  };

  const items: MenuProps['items'] = [
    { key: 'up', label: 'Move Up', disabled: index === 0 },
    { key: 'down', label: 'Move Down', disabled: index === doc.childCount - 1 },
    { key: 'add', label: 'Add Block Below…' },
    ...(prices
      ? [{ key: 'prices', label: 'Edit Prices' }]
      : [
          { key: 'change', label: 'Change Kind…' },
          { key: 'duplicate', label: 'Duplicate' },
        ]),
    { type: 'divider' },
    { key: 'remove', label: 'Remove', danger: true },
  ];
  const act: MenuProps['onClick'] = ({ key, domEvent }) => {
    // The caret returns to the text at once: the Enter key that chose the item must not be typed there as
    // well.
    domEvent.preventDefault();
    setOpen(false);
    if (key === 'up') moveBlock(view, id, -1);
    if (key === 'down') moveBlock(view, id, 1);
    if (key === 'add' || key === 'change') setChoosing({ what: key, id });
    if (key === 'prices') onEditPrices();
    if (key === 'duplicate') duplicateBlock(view, id);
    if (key === 'remove') remove();
  };

  return (
    <>
      <div className={styles.gutter} data-open={open || undefined} style={{ top: current.top }}>
        <button
          type="button"
          className={styles.button}
          aria-label={`Add a block below ${name}`}
          title="Add a block below"
          onClick={() => {
            setChoosing({ what: 'add', id });
          }}
        >
          <Plus size={16} aria-hidden />
        </button>
        <Dropdown
          menu={{ items, onClick: act }}
          trigger={['click']}
          open={open}
          onOpenChange={setOpen}
          autoFocus
        >
          <button
            type="button"
            className={styles.button}
            draggable
            aria-label={`Block menu: ${name}`}
            aria-haspopup="menu"
            aria-expanded={open}
            title="Drag to move, press for more"
            onDragStart={(event) => {
              startDrag(view, block, name, event.dataTransfer);
            }}
            onDragEnd={() => {
              endDrag(view);
            }}
          >
            <GripVertical size={16} aria-hidden />
          </button>
        </Dropdown>
      </div>
      {choosing !== undefined && (
        <KindDialog
          title={choosing.what === 'add' ? 'Add a block' : 'What is this block about?'}
          {...(choosing.what === 'change' && { now: String(node.attrs.kind) })}
          pricing={choosing.what === 'add' && !hasPricing(doc)}
          onChoose={(kind) => {
            // The dialog is unmounted, including its effect on the focus, before the caret is set.
            flushSync(() => {
              setChoosing(undefined);
            });
            if (choosing.what === 'add') addBlock(view, choosing.id, kind);
            else changeKind(view, choosing.id, kind);
          }}
          onClose={() => {
            setChoosing(undefined);
          }}
        />
      )}
    </>
  );
}
