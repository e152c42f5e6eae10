// How a subscription stands, as this page says it, and what can be done about it.
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
  // A trial's words would be untrue of what was paid for.
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

/** The plan that costs nothing, while it lasts. */
export const givenNow = ({ status, given }: SubscriptionStatus): SubscriptionStatus['given'] =>
  status === 'active' ? given : undefined;

/** Whether it is paid for now, or is until a payment that failed is given up. */
export function isPaid(subscription: SubscriptionStatus): boolean {
  const { status, wasPaid, renewsAt, graceEndsAt } = subscription;
  if (status !== 'active') return false;
  if (givenNow(subscription) === undefined) return true;
  // Beside a given plan the end of a subscription may long be past.
  return wasPaid && (renewsAt !== undefined || graceEndsAt !== undefined);
}

/** What the owner can do. */
export interface Deeds {
  subscribe: boolean;
  manage: boolean;
}

export function deedsOf(subscription: SubscriptionStatus): Deeds {
  if (isPaid(subscription)) return { subscribe: false, manage: true };
  const given = givenNow(subscription);
  // A plan that stays needs no payment; before one that ends, it can begin.
  if (given !== undefined) return { subscribe: given.until !== undefined, manage: subscription.wasPaid };
  const { status, wasPaid } = subscription;
  if (status !== 'trial_expired' || !wasPaid) return { subscribe: true, manage: false };
  // While its payments are still tried there is nothing to begin anew; one that has ended may be brought back where they are kept.
  return { subscribe: !isHeld(subscription), manage: true };
}
