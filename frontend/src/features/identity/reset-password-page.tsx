// The target of the reset link: a form for a new password, or why the link is invalid.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useResetPassword } from '@/api/gen/identity/identity';
import { isProblem } from '@/api/problem';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { showToast } from '@/shared/ui/toast/toast-store';
import { AuthFrame } from './auth-frame';
import styles from './auth-page.module.css';
import { ForgotPasswordDialog } from './forgot-password-dialog';
import { NewPasswordField } from './password-rules';
import { resetRules } from './rules';
import { serverMessage } from './failure-words';

export function ResetPasswordPage() {
  const [params, setParams] = useSearchParams();
  const [token] = useState(() => params.get('token') ?? '');
  const [done, setDone] = useState(false);
  const [asking, setAsking] = useState(false);

  // The token opens the account: it must not stay in the address bar or the history, nor be sent as
  // a referrer.
  const inAddress = params.has('token');
  useEffect(() => {
    if (inAddress) setParams({}, { replace: true });
  }, [inAddress, setParams]);

  const ask = () => {
    setAsking(true);
  };

  return (
    <AuthFrame title={titleOf(token, done)}>
      {token === '' && <InvalidLink onAsk={ask} />}
      {token !== '' && !done && (
        <ResetForm
          token={token}
          onAsk={ask}
          onDone={() => {
            setDone(true);
          }}
        />
      )}
      {done && <Done />}
      {asking && (
        <ForgotPasswordDialog
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </AuthFrame>
  );
}

function titleOf(token: string, done: boolean): string {
  if (token === '') return 'Invalid Reset Link';
  return done ? 'Password Changed' : 'Choose a new password';
}

function InvalidLink({ onAsk }: { onAsk: () => void }) {
  useEffect(() => {
    showToast({
      title: 'Invalid Link',
      description: 'No reset token found. Please check your email link.',
      variant: 'destructive',
    });
  }, []);
  return (
    <div className={styles.stack}>
      <div>
        <h1 className={styles.heading}>Invalid Reset Link</h1>
        <p className={styles.lead}>
          This page works only through the link in a password reset email, opened in full. If your mail
          program split the link, copy all of it, or send a new link.
        </p>
      </div>
      <div className={styles.actions}>
        <ButtonLink to={paths.auth()} variant="primary" block>
          Back to Login
        </ButtonLink>
        <Button variant="ghost" block onClick={onAsk}>
          Send a new link
        </Button>
      </div>
    </div>
  );
}

interface ResetFormProps {
  token: string;
  onAsk: () => void;
  onDone: () => void;
}

function ResetForm({ token, onAsk, onDone }: ResetFormProps) {
  const queryClient = useQueryClient();
  const reset = useResetPassword();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initial: { password: '' },
    validate: zodErrors(resetRules),
    onSubmit: async ({ password }) => {
      setFailure(null);
      await reset.mutateAsync({ data: { token, password } });
      // All sessions of the account have ended, perhaps the one of this browser too.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onDone();
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.some(({ field }) => field === 'password')) return;
      setFailure(serverMessage(error, 'Failed to reset password. Please try again.'));
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <div>
        <h1 className={styles.heading}>Choose a new password</h1>
        <p className={styles.lead}>This signs you out on every device.</p>
      </div>
      {failure !== null && (
        <Callout
          tone="danger"
          title="Reset Failed"
          announced
          actions={
            <Button size="sm" onClick={onAsk}>
              Send a new link
            </Button>
          }
        >
          <p>{failure}</p>
        </Callout>
      )}
      <NewPasswordField {...form.field('password')} label="New password" />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={form.submitting}>
          Reset Password
        </Button>
        <ButtonLink to={paths.auth()} variant="ghost" block>
          Back to Login
        </ButtonLink>
      </div>
    </form>
  );
}

function Done() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className={styles.stack}>
      <div>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          Password Changed
        </h1>
        <p className={styles.lead}>Sign in with your new password.</p>
      </div>
      <ButtonLink to={paths.auth()} variant="primary" block>
        Go to Login
      </ButtonLink>
    </div>
  );
}
