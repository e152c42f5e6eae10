// The notice at the top of the page: that the plan has ended, ends soon, or that a payment failed.
import type { SubscriptionStatus } from '@/api/gen/model';
import { days, endsSoon, isHeld } from '@/shared/billing/words';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import type { PaymentPages } from './use-payment-pages';

interface PlanBannerProps {
  subscription: SubscriptionStatus;
  /** Absent if payments are not available here, or not for this user. */
  pages: PaymentPages | undefined;
}

export function PlanBanner({ subscription, pages }: PlanBannerProps) {
  const { status, wasPaid, daysLeft, graceEndsAt } = subscription;
  const update = pages && (
    <Button size="sm" busy={pages.managing} onClick={pages.manage}>
      {pages.managing ? 'Opening portal...' : 'Update Payment Method'}
    </Button>
  );
  const who =
    pages === undefined
      ? 'The owner of the workspace can change the payment method.'
      : 'A different payment method solves this at once.';
  if (isHeld(subscription)) {
    return (
      <Callout tone="danger" title="Your subscription is on hold" actions={update}>
        <p>The last payment failed and will be retried. {who}</p>
      </Callout>
    );
  }
  if (status === 'trial_expired') {
    return (
      <Callout
        tone="danger"
        title={wasPaid ? 'Your subscription has ended' : 'Your 14-day trial has expired'}
      >
        <p>Upgrade to Pro to continue creating proposals and managing clients</p>
      </Callout>
    );
  }
  if (graceEndsAt !== undefined) {
    return (
      <Callout title="Your last payment failed" actions={update}>
        <p>
          Everything keeps working until {formatDate(graceEndsAt)}, and the payment will be retried until
          then. {who}
        </p>
      </Callout>
    );
  }
  if (status !== 'trial' || !endsSoon(daysLeft)) return null;
  return (
    <Callout title={`Trial ending soon - ${days(daysLeft)} remaining`}>
      <p>Upgrade now to ensure uninterrupted access to your proposals</p>
    </Callout>
  );
}
