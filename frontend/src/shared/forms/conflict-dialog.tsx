// Two users changed the same fields of a record: shows both values of each, and asks which one to keep.
import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from './conflict-dialog.module.css';
import { ChoiceField } from './fields';
import type { ConflictQuestion } from './use-save-changes';

interface Props {
  /** From `useSaveChanges`. */
  question: ConflictQuestion | null;
  /** The labels of the fields. */
  labels: Partial<Record<string, string>>;
  /** The display name of a value, if it differs from the value. */
  nameOf?: (value: unknown) => string | undefined;
}

export function ConflictDialog({ question, ...rest }: Props) {
  return question !== null && <Choosing question={question} {...rest} />;
}

function Choosing({ question, labels, nameOf }: Props & { question: ConflictQuestion }) {
  const { fields, answer, stop } = question;
  const all = fields.map(({ field }) => field);
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(all));
  const worded = (value: unknown) => nameOf?.(value) ?? wordsOf(value);

  return (
    <Dialog title="Another person changed this too" width={640} holdsInput onClose={stop}>
      <div className={styles.body}>
        <p>
          While you were editing, {fields.length === 1 ? 'this field was' : 'these fields were'} saved with
          another value. Nothing is lost: choose which to keep.
        </p>
        {fields.length > 1 && (
          <div className={styles.shortcuts}>
            <Button
              size="sm"
              onClick={() => {
                setMine(new Set(all));
              }}
            >
              Keep all of mine
            </Button>
            <Button
              size="sm"
              onClick={() => {
                setMine(new Set());
              }}
            >
              Keep all that is saved
            </Button>
          </div>
        )}
        {fields.map(({ field, yours, current }) => (
          <ChoiceField
            key={field}
            name={`conflict.${field}`}
            label={labels[field] ?? field}
            error={undefined}
            value={mine.has(field) ? 'mine' : 'saved'}
            options={[
              { value: 'mine', label: 'Yours', text: worded(yours) },
              { value: 'saved', label: 'Saved now', text: worded(current) },
            ]}
            onValue={(chosen) => {
              const next = new Set(mine);
              if (chosen === 'mine') next.add(field);
              else next.delete(field);
              setMine(next);
            }}
          />
        ))}
        <DialogActions>
          <Button onClick={stop}>Back to Editing</Button>
          <Button
            variant="primary"
            onClick={() => {
              answer(mine);
            }}
          >
            Save My Choice
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.map(wordsOf).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
