// Asks before a sent proposal is returned to draft.
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from '../dialogs.module.css';

interface Props {
  title: string;
  /** The label of the button that continues. */
  action: string;
  busy: boolean;
  /** Resolves to whether it was done. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
}

export function ConfirmEditDialog({ title, action, busy, onConfirm, onClose }: Props) {
  const confirm = async () => {
    if (await onConfirm()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>
        <p>
          It becomes a draft. Until you send it again, your client sees the last version that was sent and
          cannot answer it.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
