// Asks before a sent proposal becomes a draft again.
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from '../dialogs.module.css';
import type { ProposalActions } from './use-proposal-actions';

interface Props {
  actions: ProposalActions;
  onClose: () => void;
}

export function ConfirmEditDialog({ actions, onClose }: Props) {
  const edit = async () => {
    if (await actions.editAnyway()) onClose();
  };
  return (
    <Dialog title="Edit Proposal?" onClose={onClose}>
      <div className={styles.body}>
        <p>
          It becomes a draft. Until you send it again, your client sees the last version that was sent and
          cannot answer it.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={actions.saving} onClick={() => void edit()}>
            Edit Anyway
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
