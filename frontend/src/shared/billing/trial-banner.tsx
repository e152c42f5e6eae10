// What every member must know about the plan: that it has ended, ends soon, or that a payment failed. Nothing
// else.
import { CreditCard, Hourglass, TriangleAlert } from 'lucide-react';
import { useGetSubscriptionStatus } from '@/api/gen/billing/billing';
import type { CurrentUser, SubscriptionStatus } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay, useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import styles from './trial-banner.module.css';
import { days, endsSoon, isHeld } from './words';

type SubscriptionState = Pick<
  SubscriptionStatus,
  'status' | 'daysLeft' | 'wasPaid' | 'endsAt' | 'graceEndsAt'
>;

export function TrialBanner() {
  const may = useMay();
  const user = useMember();
  const { data } = useGetSubscriptionStatus({ query: { enabled: may('subscription:read') } });
  const banner = data === undefined ? knownBanner(user) : bannerOf(data);
  if (banner === undefined) return null;
  const { tone, Icon, title, text, action } = banner;
  return (
    <aside aria-label="Plan" className={styles.banner} data-tone={tone}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <p className={styles.words}>
        <strong>{title}</strong>
        {text !== undefined && <span>{text}</span>}
      </p>
      <ButtonLink to={paths.subscription} size="sm" variant={tone === 'danger' ? 'primary' : 'secondary'}>
        {action}
      </ButtonLink>
    </aside>
  );
}

/**
 * The known facts before the server's response, so that the page does not move then: not yet why a paid plan
 * has stopped.
 */
function knownBanner({ subscriptionStatus, stripeSubscriptionId }: CurrentUser) {
  const wasPaid = stripeSubscriptionId !== undefined;
  if (subscriptionStatus === 'trial_expired' && wasPaid) {
    return {
      tone: 'danger',
      Icon: TriangleAlert,
      title: 'Your subscription is not active',
      text: 'See its status and your options',
      action: 'View Subscription',
    };
  }
  return bannerOf({ status: subscriptionStatus, daysLeft: 0, wasPaid });
}

function bannerOf(standing: SubscriptionState) {
  const { status, daysLeft, wasPaid, graceEndsAt } = standing;
  if (isHeld(standing)) {
    return {
      tone: 'danger',
      Icon: CreditCard,
      title: 'Your subscription is on hold',
      text: 'Its last payment failed and will be retried',
      action: 'Update Payment',
    };
  }
  if (status === 'trial_expired') {
    return {
      tone: 'danger',
      Icon: TriangleAlert,
      title: wasPaid ? 'Your subscription has ended' : 'Your trial has expired',
      text: 'Upgrade to continue using all features',
      action: 'Upgrade Now',
    };
  }
  if (graceEndsAt !== undefined) {
    return {
      tone: 'warning',
      Icon: CreditCard,
      title: 'Your last payment failed',
      text: `Everything keeps working until ${formatDate(graceEndsAt)}`,
      action: 'Update Payment',
    };
  }
  if (status === 'trial' && endsSoon(daysLeft)) {
    return {
      tone: 'warning',
      Icon: Hourglass,
      title: `Trial ending in ${days(daysLeft)}`,
      text: undefined,
      action: 'View Plans',
    };
  }
  return undefined;
}
