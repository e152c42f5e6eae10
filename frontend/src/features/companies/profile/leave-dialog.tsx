// Asks before unsaved changes are discarded, and lists them.
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from '../company-form.module.css';

interface Props {
  changes: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveDialog({ changes, onStay, onLeave }: Props) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <div className={styles.dialog}>
        <p>These changes are not saved, and are lost if you leave now:</p>
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onStay}>Keep Editing</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave Without Saving
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
