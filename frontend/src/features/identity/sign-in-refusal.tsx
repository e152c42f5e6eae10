// The follow-up of a refused sign-in, below the toast: another verification mail, or the end of the waiting
// time.
import { useEffect, useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { useResend } from './use-resend';
import { waitWords } from './failure-words';

export function UnverifiedCallout({ email }: { email: string }) {
  const resend = useResend();
  return (
    <Callout
      announced
      actions={
        <Button
          size="sm"
          busy={resend.busy}
          onClick={() => {
            void resend.send(email);
          }}
        >
          Resend Verification Email
        </Button>
      }
    >
      <p>
        <strong>{email}</strong> is not verified yet. Open the link we sent you, or get a new one.
      </p>
    </Callout>
  );
}

/** Counts down; mounted again for each refusal. */
export function WaitCallout({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = window.setInterval(() => {
      setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    }, 1000);
    return () => {
      window.clearInterval(timer);
    };
  }, [seconds]);
  return (
    <Callout title="Too many attempts" announced>
      {/* Changes of a timer are not announced. */}
      <p role="timer">{left > 0 ? `You can try again in ${waitWords(left)}.` : 'You can try again now.'}</p>
    </Callout>
  );
}
