// After signing up: the address of the mail, and what to do if it does not arrive.
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button';
import styles from './auth-page.module.css';
import { useResend } from './use-resend';

export function CheckEmailPanel({ email, onBack }: { email: string; onBack: () => void }) {
  const resend = useResend();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className={styles.stack}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        Check Your Email
      </h1>
      <p className={styles.lead}>
        We sent a verification link to <span className={styles.emphasis}>{email}</span>. Open it to activate
        your account. The link works for 24 hours.
      </p>
      <p className={styles.lead}>No email? Check your spam folder, or send it again.</p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          block
          busy={resend.busy}
          onClick={() => {
            void resend.send(email);
          }}
        >
          Resend Verification Email
        </Button>
        <Button variant="ghost" block onClick={onBack}>
          Back to Login
        </Button>
      </div>
    </div>
  );
}
