// Asks before an edit that was not saved is left behind.
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from '../dialogs.module.css';

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <div className={styles.body}>
        <p>The section you are editing has changes that are not saved yet.</p>
        <DialogActions>
          <Button onClick={onStay}>Keep Editing</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
