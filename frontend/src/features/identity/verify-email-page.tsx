// The target of the verification link: checks the token, then shows verified, failed or expired,
// and continues to the setup.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useVerifyEmail, verifyEmail } from '@/api/gen/identity/identity';
import type { Verification } from '@/api/gen/model';
import { isProblem, NETWORK_ERROR } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { paths } from '@/shared/paths';
import { sessionQuery, useSession } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { AuthFrame } from './auth-frame';
import styles from './auth-page.module.css';
import { emailRules } from './rules';
import { useResend } from './use-resend';

type State = 'loading' | 'verified' | 'expired' | 'failed';

const titles: Readonly<Record<State, string>> = {
  loading: 'Verifying your email',
  verified: 'Email Verified!',
  expired: 'Token Expired',
  failed: 'Verification Failed',
};

export function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const queryClient = useQueryClient();
  const { data, error } = useVerifyEmail(
    { token },
    {
      query: {
        enabled: token !== '',
        queryFn: async ({ signal }) => {
          const answer = await verifyEmail({ token }, { signal });
          // The link signs in the browser that registered, so the cached session is outdated.
          if (answer.verified) await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
          return answer;
        },
      },
    },
  );
  const signedIn = useSession() !== null;
  const { state, message } = outcome(token, data, error);

  return (
    <AuthFrame title={titles[state]}>
      <div className={styles.stack} aria-live="polite">
        <div>
          <h1 className={styles.heading}>{titles[state]}</h1>
          <p className={styles.lead}>{message}</p>
        </div>
        {state === 'loading' && <Spinner />}
        {state === 'verified' && (
          <div className={styles.actions}>
            <ButtonLink
              to={signedIn ? paths.setup : paths.auth({ returnTo: paths.setup })}
              variant="primary"
              block
            >
              Continue to Setup
            </ButtonLink>
            <ButtonLink to={paths.auth()} variant="ghost" block>
              Go to Login
            </ButtonLink>
          </div>
        )}
        {(state === 'expired' || state === 'failed') && (
          <div className={styles.actions}>
            <ResendForm />
            <ButtonLink to={paths.auth()} variant="ghost" block>
              Go to Login
            </ButtonLink>
          </div>
        )}
      </div>
    </AuthFrame>
  );
}

function outcome(
  token: string,
  data: Verification | undefined,
  error: unknown,
): { state: State; message: string } {
  if (token === '') return { state: 'failed', message: 'No verification token provided' };
  if (isProblem(error) && error.code !== NETWORK_ERROR)
    return { state: 'failed', message: error.userMessage };
  if (error !== null) return { state: 'failed', message: 'Failed to verify email. Please try again.' };
  if (data === undefined) return { state: 'loading', message: 'Checking your link.' };
  if (data.verified) return { state: 'verified', message: data.message };
  return { state: data.expired ? 'expired' : 'failed', message: data.message };
}

/** A single button at first; it asks for the address when it is pressed. */
function ResendForm() {
  const [asked, setAsked] = useState(false);
  const resend = useResend('Failed to resend verification email.');
  const form = useForm({
    initial: { email: '' },
    validate: zodErrors(emailRules),
    onSubmit: async ({ email }) => {
      if (await resend.send(email)) setAsked(false);
    },
  });

  if (!asked) {
    return (
      <Button
        variant="primary"
        block
        onClick={() => {
          setAsked(true);
        }}
      >
        Resend Verification
      </Button>
    );
  }
  return (
    <form {...form.formProps} className={styles.form}>
      <TextField
        {...form.field('email')}
        label="Your email address"
        type="email"
        autoComplete="email"
        autoFocus
        required
      />
      <Button type="submit" variant="primary" block busy={form.submitting}>
        Resend Verification
      </Button>
    </form>
  );
}
