// Blocks the assistant for a user, or unblocks it; either with a reason that the user's workspaces
// can read.
import { useBlockAssistant } from '@/api/gen/admin/admin';
import type { AdminUser } from '@/api/gen/model';
import { TextArea } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import { reasonFault } from '../reason';
import { toastAdminFailure } from '../refusal';
import { useUsersChanged } from './use-users-changed';
import { callName, isBlocked } from './user-words';
import styles from './users.module.css';

interface AssistantDialogProps {
  user: AdminUser;
  onClose: () => void;
}

export function AssistantDialog({ user, onClose }: AssistantDialogProps) {
  const changed = useUsersChanged();
  const block = useBlockAssistant();
  // The state when the dialog opened: the list behind it may be reloaded meanwhile.
  const blocking = !isBlocked(user);
  const name = callName(user);
  const form = useForm({
    initial: { reason: '' },
    validate: reasonFault,
    onSubmit: async ({ reason }) => {
      await block.mutateAsync({ userId: user.id, data: { isBlocked: blocking, reason: reason.trim() } });
      await changed();
      onClose();
      showToast(
        blocking
          ? { title: 'Assistant blocked', description: `${name} cannot use it until you unblock it.` }
          : { title: 'Assistant unblocked', description: `${name} can use it again.` },
      );
    },
    onFail: (error) => {
      toastAdminFailure(error, { title: blocking ? 'Assistant not blocked' : 'Assistant not unblocked' });
    },
  });
  return (
    <Dialog
      title={blocking ? `Block the assistant for ${name}?` : `Unblock the assistant for ${name}?`}
      holdsInput
      onClose={onClose}
    >
      <form {...form.formProps} className={styles.form}>
        <p>
          {blocking
            ? 'They cannot use it in any workspace until you unblock it, in later months too. Everything else works as before.'
            : 'They can use it again at once, within their monthly quota.'}
        </p>
        <TextArea
          {...form.field('reason')}
          label="Reason"
          required
          rows={3}
          autoFocus
          hint="The audit log of every workspace they belong to shows it to owner and admins."
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={blocking ? 'danger' : 'primary'} busy={form.submitting}>
            {blocking ? 'Block Assistant' : 'Unblock Assistant'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
