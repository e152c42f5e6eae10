// Texts about the subscription that several screens share. Days and dates come from the server:
// this browser's clock may be wrong.
import type { Payments, SubscriptionStatus } from '@/api/gen/model';
import { formatPrice } from '@/shared/lib/format';

const WARN_DAYS = 3;

/** Whether the trial ends so soon that the screens say so. */
export const endsSoon = (daysLeft: number): boolean => daysLeft > 0 && daysLeft <= WARN_DAYS;

/**
 * Access has ended because a payment failed, and the subscription has not: the payment is being
 * retried.
 */
export const isHeld = ({
  status,
  wasPaid,
  endsAt,
}: Pick<SubscriptionStatus, 'status' | 'wasPaid' | 'endsAt'>) =>
  status === 'trial_expired' && wasPaid && endsAt === undefined;

export const days = (count: number): string => `${String(count)} ${count === 1 ? 'day' : 'days'}`;

/** The monthly price of a seat: "$9". */
export const seatPrice = (payments: Pick<Payments, 'seatPrice' | 'currency'>): string =>
  formatPrice(payments.seatPrice, payments.currency);
