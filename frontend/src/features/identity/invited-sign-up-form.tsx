// Signing up through an invitation: the link has verified the address, so the account is active at once.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Invitation } from '@/api/gen/model';
import { getGetInvitationQueryKey, useRegisterByInvitation } from '@/api/gen/workspaces/workspaces';
import { isProblem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';
import { NewPasswordField } from './password-rules';
import { invitedRules } from './rules';
import { serverMessage } from './failure-words';

interface InvitedSignUpFormProps {
  token: string;
  invitation: Invitation;
  /** Called before the screen is left. */
  onRegistered: () => void;
}

export function InvitedSignUpForm({ token, invitation, onRegistered }: InvitedSignUpFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const register = useRegisterByInvitation();
  const form = useForm({
    initial: { firstName: '', lastName: '', password: '' },
    validate: zodErrors(invitedRules),
    onSubmit: async (values) => {
      const user = await register.mutateAsync({ token, data: invitedRules.parse(values) });
      onRegistered();
      replaceSession(queryClient, user);
      await navigate(paths.home, { replace: true });
      showToast({
        title: `Welcome to ${invitation.workspaceName}!`,
        description: 'Your account has been created successfully.',
      });
    },
    onFail: (error) => {
      toastFailure(error, {
        title: 'Registration failed',
        description: serverMessage(error, 'Unable to create account'),
      });
      // It may have been accepted or revoked, or have expired, since the page was opened.
      if (isProblem(error) && error.errors.length === 0) {
        void queryClient.invalidateQueries({ queryKey: getGetInvitationQueryKey(token) });
      }
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <div className={styles.fixed}>
        <span>Your account&apos;s address</span>
        <strong>{invitation.email}</strong>
      </div>
      {/* Lets a password manager store the address with the password. */}
      <input type="email" name="email" autoComplete="username" value={invitation.email} readOnly hidden />
      <div className={styles.pair}>
        <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
        <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <NewPasswordField {...form.field('password')} label="Password" />
      <Button type="submit" variant="primary" block busy={form.submitting}>
        Create Account and Join
      </Button>
    </form>
  );
}
