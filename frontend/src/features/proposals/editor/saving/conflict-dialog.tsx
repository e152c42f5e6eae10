// Two users changed the same block. Both versions are shown; neither is dropped without a decision.
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { DocumentHtml } from '@/shared/document/document-html';
import { copyText } from '@/shared/lib/copy-text';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import { blockName, type Block } from '../document/blocks';
import type { BlockConflict } from '../document/merge';
import styles from './conflict-dialog.module.css';

type Side = 'mine' | 'theirs';

interface Props {
  conflicts: readonly BlockConflict[];
  /** The other author, if known. */
  by: string | undefined;
  /** The blocks where the other side's version stays. */
  onDecide: (takenFromThem: ReadonlySet<string>) => void;
}

export function ConflictDialog({ conflicts, by = 'Another person', onDecide }: Props) {
  const [kept, setKept] = useState<Partial<Record<string, Side>>>({});
  const open = conflicts.filter(({ id }) => kept[id] === undefined).length;

  return (
    <Dialog title={`${by} changed the same part`} width={920}>
      <div className={styles.body}>
        <p>
          {conflicts.length === 1
            ? 'You both changed this block. Choose which version to keep; everything else is merged.'
            : `You both changed these ${String(conflicts.length)} blocks. For each, choose which version to keep; everything else is merged.`}
        </p>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            by={by}
            kept={kept[conflict.id]}
            onKeep={(side) => {
              setKept({ ...kept, [conflict.id]: side });
            }}
          />
        ))}
        <DialogActions>
          <Button
            variant="primary"
            disabled={open > 0}
            onClick={() => {
              onDecide(new Set(conflicts.flatMap(({ id }) => (kept[id] === 'theirs' ? [id] : []))));
            }}
          >
            {open === 0 ? 'Save' : `${String(open)} to decide`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  conflict: BlockConflict;
  by: string;
  kept: Side | undefined;
  onKeep: (side: Side) => void;
}

function Choice({ conflict: { id, mine, theirs }, by, kept, onKeep }: ChoiceProps) {
  const name = blockName(mine ?? theirs ?? { id, kind: 'free', html: '' });
  const copyMine = async () => {
    const text = new DOMParser().parseFromString(mine?.html ?? '', 'text/html').body.textContent;
    if (await copyText(text))
      showToast({ title: 'Copied', description: 'Your version is copied to the clipboard.' });
  };
  const side = (which: Side, title: string, block: Block | undefined, removed: string) => (
    <label className={styles.version} data-kept={kept === which || undefined}>
      <span className={styles.choice}>
        <input
          type="radio"
          name={`conflict-${id}`}
          checked={kept === which}
          onChange={() => {
            onKeep(which);
          }}
        />
        {which === 'mine' ? 'Keep Mine' : 'Keep Theirs'}
        <span className={styles.whose}>{title}</span>
      </span>
      {block === undefined ? <p className={styles.removed}>{removed}</p> : <DocumentHtml html={block.html} />}
    </label>
  );
  return (
    <fieldset className={styles.conflict}>
      <legend>{name}</legend>
      <div className={styles.versions}>
        {side('mine', 'Your version', mine, 'You removed this block.')}
        {side(
          'theirs',
          `Saved by ${by === 'Another person' ? 'another person' : by}`,
          theirs,
          'They removed this block.',
        )}
      </div>
      {mine !== undefined && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Copy size={16} aria-hidden />}
          onClick={() => void copyMine()}
        >
          Copy My Version
        </Button>
      )}
    </fieldset>
  );
}
