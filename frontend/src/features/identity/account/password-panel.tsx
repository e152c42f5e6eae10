// Changes the password, or sets a first one for a user who signs in through a provider.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getListSessionsQueryKey, useChangePassword } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { PasswordField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { sessionQuery } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { NewPasswordField } from '../password-rules';
import { passwordRules } from '../rules';
import { serverMessage } from '../failure-words';
import styles from './account.module.css';

export function PasswordPanel({ user }: { user: CurrentUser }) {
  // Each change starts with empty fields.
  const [changes, setChanges] = useState(0);
  return (
    <SettingsPanel
      title={user.hasPassword ? 'Password' : 'Set a password'}
      lead={
        user.hasPassword
          ? 'Changing it signs you out everywhere else.'
          : 'You sign in through a provider. With a password you can also sign in without it.'
      }
    >
      <PasswordForm
        key={changes}
        user={user}
        onChanged={() => {
          setChanges(changes + 1);
        }}
      />
    </SettingsPanel>
  );
}

function PasswordForm({ user, onChanged }: { user: CurrentUser; onChanged: () => void }) {
  const queryClient = useQueryClient();
  const change = useChangePassword();
  const known = user.hasPassword;
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    validate: zodErrors(passwordRules(known)),
    onSubmit: async ({ currentPassword, newPassword }) => {
      await change.mutateAsync({ data: { newPassword, ...(known && { currentPassword }) } });
      queryClient.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, hasPassword: true });
      void queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() });
      onChanged();
      showToast({
        title: known ? 'Password changed' : 'Password set',
        description: 'You have been signed out everywhere else.',
      });
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.length > 0) return;
      toastFailure(error, {
        title: 'Your password was not changed',
        description: serverMessage(error, 'Please try again.'),
      });
    },
  });
  return (
    <form {...form.formProps} className={styles.form}>
      {/* Tells a password manager whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      {known && (
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
      )}
      <NewPasswordField {...form.field('newPassword')} label="New password" />
      <div>
        <Button type="submit" variant="primary" busy={form.submitting}>
          {known ? 'Change Password' : 'Set Password'}
        </Button>
      </div>
    </form>
  );
}
