// Asks before an irreversible action, and explains it.
import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { DialogActions } from './dialog-actions';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The label of the button: the action, not "OK". */
  action: string;
  /** The label of the other button if "Cancel" could be mistaken for the action. */
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
