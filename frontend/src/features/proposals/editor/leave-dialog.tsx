// Asks before changes that could not be saved are discarded.
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from '../dialogs.module.css';

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <div className={styles.body}>
        <p>
          Your last changes could not be saved yet. This tab keeps them: when you open the proposal again, you
          can restore them.
        </p>
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
