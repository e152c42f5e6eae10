// Asks before an account is deleted: what is deleted with it, the address typed again, the
// password.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDeleteAccount } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { PasswordField, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import { serverMessage } from '../failure-words';
import styles from './account.module.css';

interface DeleteAccountDialogProps {
  /** Passed in, not read from the session: the dialog is still visible for a moment after signing out. */
  user: CurrentUser;
  onClose: () => void;
}

export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const [failure, setFailure] = useState<unknown>(null);
  const owned = user.workspaces.filter(({ role }) => role === 'owner');
  const others = user.workspaces.filter(({ role }) => role !== 'owner');

  const form = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      ...(email.trim().toLowerCase() !== user.email.toLowerCase() && {
        email: `Please type ${user.email} to confirm`,
      }),
      ...(user.hasPassword && password === '' && { password: 'Please enter your password' }),
    }),
    onSubmit: async ({ email, password }) => {
      setFailure(null);
      await remove.mutateAsync({ data: { email: email.trim(), ...(user.hasPassword && { password }) } });
      replaceSession(queryClient, null);
      await navigate(paths.home, { replace: true });
      showToast({
        title: 'Account deleted',
        description: 'Your account and its data are deleted.',
      });
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.some(({ field }) => field === 'email' || field === 'password'))
        return;
      setFailure(error);
    },
  });

  return (
    <Dialog title="Delete your account?" onClose={onClose} holdsInput>
      <form {...form.formProps} className={styles.dialog}>
        {failure !== null && <Refusal error={failure} />}
        <div className={styles.goes}>
          <p>This cannot be undone. The following is deleted:</p>
          <ul>
            <li>your name, picture, sign-ins and sessions</li>
            {owned.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong>, with its company profile, clients and proposals; links you shared
                stop working
              </li>
            ))}
          </ul>
          {others.length > 0 && (
            <p>
              What you created in{' '}
              {others.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <strong>{name}</strong>
                </span>
              ))}{' '}
              stays there and is transferred to the owner.
            </p>
          )}
          <p>To keep your data, close this and download your archive first.</p>
        </div>
        <TextField
          {...form.field('email')}
          label="Your email address, to confirm"
          placeholder={user.email}
          type="email"
          autoComplete="off"
          required
        />
        {user.hasPassword && (
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={form.submitting}>
            Delete My Account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Refusal({ error }: { error: unknown }) {
  const teamFirst = isProblem(error) && error.code === 'transfer_ownership_first';
  return (
    <Callout
      tone="danger"
      title={teamFirst ? 'Other people work in your workspaces' : 'Your account was not deleted'}
      announced
    >
      <p>{serverMessage(error, 'Your account could not be deleted. Please try again.')}</p>
      {teamFirst && (
        <p>
          <Link to={paths.teamSettings}>To the team settings</Link> of the current workspace.
        </p>
      )}
    </Callout>
  );
}
