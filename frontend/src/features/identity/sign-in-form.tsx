// Sign in. An address that was never verified gets the offer of another verification mail instead of a dead end.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLogin } from '@/api/gen/identity/identity';
import { isProblem } from '@/api/problem';
import { PasswordField, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { safeReturnPath } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';
import { signInRules } from './rules';
import { useResend } from './use-resend';

export function SignInForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const login = useLogin();
  const resend = useResend();
  const [unverified, setUnverified] = useState<string | null>(null);

  const form = useForm({
    initial: { email: '', password: '' },
    validate: zodErrors(signInRules),
    onSubmit: async (values) => {
      setUnverified(null);
      const user = await login.mutateAsync({ data: values });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      showToast({ title: 'Welcome back!', description: 'You have successfully logged in.' });
      await navigate(safeReturnPath(params.get('returnTo')), { replace: true });
    },
    onFail: (error) => {
      if (isProblem(error) && error.code === 'email_not_verified') setUnverified(form.values.email);
      toastFailure(error, { title: 'Login failed', fallback: 'Invalid email or password' });
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <h1 className={styles.heading}>Welcome back</h1>
      {unverified !== null && (
        <div role="alert" className={styles.unverified}>
          <p>
            <strong>{unverified}</strong> is not verified yet. Open the link we sent you, or get a new one.
          </p>
          <Button
            size="sm"
            busy={resend.busy}
            onClick={() => {
              void resend.send(unverified);
            }}
          >
            Resend Verification Email
          </Button>
        </div>
      )}
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" block busy={form.submitting}>
        Sign In
      </Button>
    </form>
  );
}
