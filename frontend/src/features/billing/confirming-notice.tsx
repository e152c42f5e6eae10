// A recent payment that is being confirmed.
import { userMessage } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Spinner } from '@/shared/ui/spinner';
import styles from './subscription.module.css';
import type { PaymentReturn } from './use-payment-return';

interface ConfirmingNoticeProps {
  back: PaymentReturn;
  /** The payment is confirmed. */
  settled: boolean;
}

export function ConfirmingNotice({ back, settled }: ConfirmingNoticeProps) {
  if (settled) return null;
  if (back.confirming) {
    return (
      <div role="status" className={styles.confirming}>
        <Spinner size="sm" decorative />
        <p>
          <strong>Confirming your payment ...</strong> You can leave this page: your payment is confirmed
          without it.
        </p>
      </div>
    );
  }
  if (!back.open) return null;
  return (
    <Callout
      announced
      title="Your payment is not confirmed yet"
      actions={
        <Button size="sm" onClick={back.again}>
          Check Again
        </Button>
      }
    >
      <p>
        {back.error === null
          ? 'It has not arrived yet. If you paid, it will arrive; do not pay again. If you did not, you can subscribe below.'
          : userMessage(back.error, 'The payment status could not be checked.')}
      </p>
    </Callout>
  );
}
