// The save status, and the save button. Always visible.
import { Check, CircleDot, RefreshCw } from 'lucide-react';
import { Button } from '@/shared/ui/button';
import styles from './save-bar.module.css';

interface Props {
  /** The unsaved changes. */
  changes: readonly string[];
  saving: boolean;
}

export function SaveBar({ changes, saving }: Props) {
  const state = saving ? 'saving' : changes.length > 0 ? 'unsaved' : 'saved';
  const { words, Icon } = {
    saved: { words: 'Saved', Icon: Check },
    unsaved: { words: 'Unsaved changes', Icon: CircleDot },
    saving: { words: 'Saving…', Icon: RefreshCw },
  }[state];
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.state} data-state={state}>
        <Icon aria-hidden size={16} />
        {words}
      </p>
      <Button type="submit" variant="primary" busy={saving}>
        Save Changes
      </Button>
    </div>
  );
}
