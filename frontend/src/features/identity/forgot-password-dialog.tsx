// Forgot password: sends a link to the address. The response is the same whether or not there is an account.
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForgotPassword } from '@/api/gen/identity/identity';
import { isProblem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { PlainDialog } from '@/shared/ui/plain-dialog';
import styles from './auth-page.module.css';
import { emailRules } from './rules';
import { serverMessage } from './failure-words';

interface ForgotPasswordDialogProps {
  /** The address typed into the form behind the dialog. */
  initialEmail?: string;
  onClose: () => void;
}

export function ForgotPasswordDialog({ initialEmail = '', onClose }: ForgotPasswordDialogProps) {
  const forgot = useForgotPassword();
  // Shown inside the dialog: a toast would be behind it.
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: initialEmail },
    validate: zodErrors(emailRules),
    onSubmit: async ({ email }) => {
      setFailure(null);
      await forgot.mutateAsync({ data: { email } });
      setSentTo(email);
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.length > 0) return;
      setFailure(serverMessage(error, 'Failed to send password reset email'));
    },
  });

  if (sentTo !== null) {
    return (
      <PlainDialog title="Check Your Email" onClose={onClose}>
        <div className={styles.stack}>
          <div className={styles.sent} role="status">
            <MailCheck aria-hidden size={28} />
            <p>If an account with that email exists, we&apos;ve sent a password reset link.</p>
          </div>
          <p className={styles.lead}>
            We looked for <span className={styles.emphasis}>{sentTo}</span>. The link works for one hour. No
            email? Check your spam folder.
          </p>
          <DialogActions>
            <Button variant="primary" autoFocus onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </div>
      </PlainDialog>
    );
  }

  return (
    <PlainDialog title="Forgot your password?" onClose={onClose}>
      <form {...form.formProps} className={styles.form}>
        <p className={styles.lead}>Enter your email address, and we send you a link to choose a new one.</p>
        {failure !== null && (
          <Callout tone="danger" announced>
            <p>{failure}</p>
          </Callout>
        )}
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="username"
          required
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Send Reset Link
          </Button>
        </DialogActions>
      </form>
    </PlainDialog>
  );
}
