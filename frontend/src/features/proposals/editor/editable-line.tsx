// A field of the header that is edited in place.
import { Pencil } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button, IconButton } from '@/shared/ui/button';
import styles from './editor-header.module.css';

interface Props {
  label: string;
  /** The label of the button that starts editing. */
  action: string;
  value: string;
  maxLength: number;
  required?: boolean;
  editable: boolean;
  saving: boolean;
  onSave: (value: string) => Promise<boolean>;
  /** The field while it is not edited. */
  children: ReactNode;
}

export function EditableLine(props: Props) {
  const { label, action, value, maxLength, required = false, editable, saving, onSave, children } = props;
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState(value);

  if (!editing) {
    return (
      <div className={styles.line}>
        {children}
        {editable && (
          <IconButton
            label={action}
            onClick={() => {
              setEditing(true);
            }}
          >
            <Pencil size={17} aria-hidden />
          </IconButton>
        )}
      </div>
    );
  }
  const cancel = () => {
    setText(value);
    setEditing(false);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const next = text.trim();
    if ((required && next === '') || next === value) cancel();
    else if (await onSave(next)) setEditing(false);
  };
  return (
    <form className={styles.edit} onSubmit={(event) => void submit(event)}>
      <input
        aria-label={label}
        maxLength={maxLength}
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel();
        }}
      />
      <Button type="submit" variant="primary" busy={saving}>
        Save
      </Button>
      <Button variant="ghost" onClick={cancel}>
        Cancel
      </Button>
    </form>
  );
}
