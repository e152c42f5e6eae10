// The plan status as this page shows it, and its actions.
import type { SubscriptionStatus } from '@/api/gen/model';
import { isHeld } from '@/shared/billing/words';

interface Words {
  pill: string;
  tone: 'good' | 'warning' | 'danger';
  status: string;
}

const words = {
  active: { pill: 'Active', tone: 'good', status: 'Pro Subscription' },
  expired: { pill: 'Trial Expired', tone: 'danger', status: 'Expired' },
  // The texts for trials do not apply to paid plans.
  ended: { pill: 'Ended', tone: 'danger', status: 'Expired' },
  held: { pill: 'Payment failed', tone: 'danger', status: 'Expired' },
  trial: { pill: 'Free Trial', tone: 'warning', status: 'Trial Active' },
} as const satisfies Record<string, Words>;

/** Any status that is neither active nor expired is a trial. */
export function wordsOf(subscription: SubscriptionStatus): Words {
  const { status, wasPaid } = subscription;
  if (status === 'active') return words.active;
  if (isHeld(subscription)) return words.held;
  if (status === 'trial_expired') return wasPaid ? words.ended : words.expired;
  return words.trial;
}

/** The granted plan, while it lasts. */
export const grantedPlan = ({ status, given }: SubscriptionStatus): SubscriptionStatus['given'] =>
  status === 'active' ? given : undefined;

/** Whether it is paid for, including the time in which a failed payment is retried. */
export function isPaid(subscription: SubscriptionStatus): boolean {
  const { status, wasPaid, renewsAt, graceEndsAt } = subscription;
  if (status !== 'active') return false;
  if (grantedPlan(subscription) === undefined) return true;
  // With a granted plan the end of a subscription may long be past.
  return wasPaid && (renewsAt !== undefined || graceEndsAt !== undefined);
}

/** The owner's actions. */
export interface OwnerActions {
  subscribe: boolean;
  manage: boolean;
}

export function ownerActions(subscription: SubscriptionStatus): OwnerActions {
  if (isPaid(subscription)) return { subscribe: false, manage: true };
  const given = grantedPlan(subscription);
  // An unlimited plan needs no payment; before a limited one ends, a subscription can be started.
  if (given !== undefined) return { subscribe: given.until !== undefined, manage: subscription.wasPaid };
  const { status, wasPaid } = subscription;
  if (status !== 'trial_expired' || !wasPaid) return { subscribe: true, manage: false };
  // While payments are retried no new subscription is needed; an ended one may be restored on the
  // payment pages.
  return { subscribe: !isHeld(subscription), manage: true };
}
