// The buttons of the plan, or why there are none.
import { CreditCard, FlaskConical } from 'lucide-react';
import type { SubscriptionStatus } from '@/api/gen/model';
import { seatPrice } from '@/shared/billing/words';
import { useMay, useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { ownerActions, isPaid } from './plan-status';
import styles from './subscription.module.css';
import type { PaymentPages } from './use-payment-pages';

interface PlanActionsProps {
  subscription: SubscriptionStatus;
  pages: PaymentPages;
  confirming: boolean;
}

export function PlanActions({ subscription, pages, confirming }: PlanActionsProps) {
  const may = useMay();
  const { workspace } = useMember();
  const { subscribe, manage } = ownerActions(subscription);
  const { payments } = subscription;
  if (!subscribe && !manage) return <p className={styles.hint}>There is nothing to pay.</p>;
  if (!payments.configured) return <NotConfigured />;
  if (!may('subscription:update')) {
    return (
      <p className={styles.hint}>
        {manage
          ? `The owner of ${workspace.name} can change the payment method, or cancel.`
          : `The owner of ${workspace.name} can subscribe.`}
      </p>
    );
  }
  return (
    <div className={styles.actions}>
      {isPaid(subscription) && subscription.endsAt !== undefined && (
        <p>
          The subscription was cancelled and runs until then. You can resume it under Manage Subscription.
        </p>
      )}
      {subscribe && (
        <Button
          block
          variant="primary"
          icon={<CreditCard aria-hidden size={18} />}
          busy={pages.subscribing}
          disabled={confirming}
          onClick={pages.subscribe}
        >
          {pages.subscribing ? 'Redirecting to checkout...' : `Subscribe Now - ${seatPrice(payments)}/month`}
        </Button>
      )}
      {manage && (
        <>
          <Button
            block
            variant={subscribe ? 'secondary' : 'primary'}
            busy={pages.managing}
            onClick={pages.manage}
          >
            {pages.managing ? 'Opening portal...' : 'Manage Subscription'}
          </Button>
          <p className={styles.hint}>Update payment method, view invoices, or cancel subscription</p>
        </>
      )}
      {payments.test && (
        <p className={styles.test}>
          <FlaskConical aria-hidden size={18} />
          <span>
            <strong>Test payments.</strong> The payment page is a simulation: no money is charged.
          </span>
        </p>
      )}
    </div>
  );
}

function NotConfigured() {
  return (
    <div className={styles.payments}>
      <h3>Payments are not configured on this server</h3>
      <p>
        You cannot start or change a subscription here, and nothing is charged. The operator of the server can
        configure payments.
      </p>
    </div>
  );
}
