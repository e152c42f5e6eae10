// Invites a person by mail, as a member or an admin.
import type { TeamRole } from '@/api/gen/model';
import { useInviteMember } from '@/api/gen/workspaces/workspaces';
import * as z from 'zod/mini';
import { ChoiceField, TextField } from '@/shared/forms/fields';
import { atField } from '@/shared/forms/problem-at-field';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { assignableRoles } from '@/shared/session/roles';
import { useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useTeamChanged } from '../use-team-changed';
import { SeatCost } from './seat-cost';
import { INVITATION } from './kept-invitation';
import styles from './team.module.css';

const rules = z.object({
  email: z.pipe(requiredText('Email is required'), z.email('Invalid email address')),
});

interface Values {
  email: string;
  role: TeamRole;
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useMember();
  const changed = useTeamChanged();
  const invite = useInviteMember();
  const form = useForm<Values>({
    initial: { email: '', role: 'member' },
    keep: { name: INVITATION },
    validate: zodErrors(rules),
    onSubmit: async ({ email, role }) => {
      try {
        await invite.mutateAsync({ data: { email: email.trim(), role } });
      } catch (error) {
        throw atField(error, 'email', 'already_member', 'already_invited');
      }
      await changed();
      onClose();
      showToast({ title: 'Invitation sent', description: `A link is on its way to ${email.trim()}.` });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Invitation not sent' });
    },
  });

  const cancel = () => {
    form.forget();
    onClose();
  };

  return (
    <Dialog title={`Invite to ${workspace.name}`} holdsInput onClose={cancel}>
      <form {...form.formProps} className={styles.form}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          required
          autoFocus
          hint="They get a link that works for seven days, for this address only."
        />
        <ChoiceField {...form.field('role')} label="Role" options={assignableRoles} />
        <SeatCost change={1} />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Send Invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
