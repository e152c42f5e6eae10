// Sign in. Every refusal offers a next step: for a forgotten password, an unverified address, a
// required single sign-on, or too many attempts.
import { KeyRound } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLogin } from '@/api/gen/identity/identity';
import { isProblem, type Problem } from '@/api/problem';
import { PasswordField, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { replaceSession } from '@/shared/session/replace-session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';
import { ForgotPasswordDialog } from './forgot-password-dialog';
import { signInRules } from './rules';
import { UnverifiedCallout, WaitCallout } from './sign-in-refusal';
import { OtherSignInMethods } from './sign-in-providers';
import { SsoErrorCallout } from './sso-error';
import { SsoForm } from './sso-form';
import { useReturnPath } from './use-return-path';

export function SignInForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const returnPath = useReturnPath();
  const login = useLogin();
  const [refusal, setRefusal] = useState<{ problem: Problem; email: string } | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [open, setOpen] = useState<'sso' | 'forgot' | null>(null);

  const form = useForm({
    initial: { email: '', password: '' },
    validate: zodErrors(signInRules),
    onSubmit: async (values) => {
      setRefusal(null);
      setAttempts(attempts + 1);
      replaceSession(queryClient, await login.mutateAsync({ data: values }));
      showToast({ title: 'Welcome back!', description: 'You have successfully logged in.' });
      await navigate(returnPath.path, { replace: true });
    },
    onFail: (error) => {
      if (isProblem(error)) {
        setRefusal({ problem: error, email: form.values.email });
        if (error.code === 'sso_required') setOpen('sso');
      }
      toastFailure(error, { title: 'Login failed', fallback: 'Invalid email or password' });
    },
  });

  if (open === 'sso') {
    return (
      <SsoForm
        initialEmail={form.values.email}
        notice={
          refusal?.problem.code === 'sso_required' && (
            <Callout announced>
              <p>{refusal.problem.userMessage}</p>
            </Callout>
          )
        }
        onBack={() => {
          setRefusal(null);
          setOpen(null);
        }}
      />
    );
  }

  return (
    <>
      <form {...form.formProps} className={styles.form}>
        <h1 className={styles.heading}>Welcome back</h1>
        {attempts === 0 && <SsoErrorCallout code={params.get('ssoError')} />}
        {refusal?.problem.code === 'email_not_verified' && <UnverifiedCallout email={refusal.email} />}
        {refusal?.problem.retryAfter !== undefined && (
          <WaitCallout key={attempts} seconds={refusal.problem.retryAfter} />
        )}
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <div className={styles.password}>
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
          <button
            type="button"
            className={styles.textButton}
            onClick={() => {
              setOpen('forgot');
            }}
          >
            Forgot password?
          </button>
        </div>
        <Button type="submit" variant="primary" block busy={form.submitting}>
          Sign In
        </Button>
      </form>
      <OtherSignInMethods returnTo={returnPath.query}>
        <Button
          block
          icon={<KeyRound aria-hidden size={18} />}
          onClick={() => {
            setRefusal(null);
            setOpen('sso');
          }}
        >
          Sign in with single sign-on
        </Button>
      </OtherSignInMethods>
      {open === 'forgot' && (
        <ForgotPasswordDialog
          initialEmail={form.values.email}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
    </>
  );
}
