// Asks before something is done that cannot be taken back, and says what it means.
import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { DialogActions } from './dialog-actions';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** What the button says: the deed, not "OK". */
  action: string;
  /** What the other button says where "Cancel" could be taken for the deed. */
  keep?: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  children,
  action,
  keep = 'Cancel',
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>
        {children}
        <DialogActions>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
