// Single sign-on of a workspace: the domain of the address determines the provider.
import type { ReactNode } from 'react';
import { useStartSso } from '@/api/gen/identity/identity';
import { isProblem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { atField } from '@/shared/forms/problem-at-field';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';
import { emailRules } from './rules';
import { useReturnPath } from './use-return-path';
import { serverMessage } from './failure-words';

interface SsoFormProps {
  initialEmail: string;
  /** Why the user was redirected here, if so. */
  notice?: ReactNode;
  onBack: () => void;
}

export function SsoForm({ initialEmail, notice, onBack }: SsoFormProps) {
  const start = useStartSso();
  const returnTo = useReturnPath().query;
  const form = useForm({
    initial: { email: initialEmail },
    validate: zodErrors(emailRules),
    onSubmit: async (values) => {
      try {
        const { url } = await start.mutateAsync({
          data: { email: values.email, ...(returnTo !== undefined && { returnTo }) },
        });
        window.location.assign(url);
      } catch (error) {
        throw atField(error, 'email', 'no_sso');
      }
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.length > 0) return;
      toastFailure(error, {
        title: 'Single sign-on failed',
        description: serverMessage(error, 'Please try again.'),
      });
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <div>
        <h1 className={styles.heading}>Single sign-on</h1>
        <p className={styles.lead}>You continue on the sign-in page of your company.</p>
      </div>
      {notice}
      <TextField
        {...form.field('email')}
        label="Work email"
        type="email"
        autoComplete="username"
        autoFocus
        required
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" block busy={form.submitting}>
          Continue
        </Button>
        <Button variant="ghost" block onClick={onBack}>
          Sign in with a password
        </Button>
      </div>
    </form>
  );
}
