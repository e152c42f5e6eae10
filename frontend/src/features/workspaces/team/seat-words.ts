// The price of a seat, in words.
import type { SeatsPreview, SubscriptionStatus } from '@/api/gen/model';
import { seatPrice } from '@/shared/billing/words';
import { formatDate, formatMoney } from '@/shared/lib/format';

/** The change in the number of seats; negative for fewer. */
export type Change = 1 | -1;

/** Whether a next charge is known. */
export const isCharged = ({ status, renewsAt, payments }: SubscriptionStatus): boolean =>
  status === 'active' && renewsAt !== undefined && payments.configured;

/** The text that needs no request; undefined if there is nothing to say. */
export function plainWords(subscription: SubscriptionStatus, change: Change): string | undefined {
  const { status, given, payments } = subscription;
  const price = seatPrice(payments);
  if (isCharged(subscription)) return `Each member costs ${price} a month.`;
  if (change < 0) return undefined;
  if (status === 'active' && given !== undefined) {
    return given.until === undefined
      ? 'Members are free while this workspace has a granted plan.'
      : `Members are free while this workspace has a granted plan, until ${formatDate(given.until)}.`;
  }
  if (!payments.configured) return undefined;
  return status === 'trial'
    ? `Free during your trial. Afterwards each member costs ${price} a month.`
    : `Each member costs ${price} a month.`;
}

/** The amount of the next charge; undefined if there is none. */
export function chargeWords({
  seats,
  currency,
  nextChargeAt,
  nextCharge,
  prorated,
}: SeatsPreview): string | undefined {
  if (nextChargeAt === undefined || nextCharge === undefined) return undefined;
  const members = seats === 1 ? '1 member' : `${String(seats)} members`;
  const charge = `With ${members} your next charge on ${formatDate(nextChargeAt)} is ${formatMoney(nextCharge, currency)}`;
  if (prorated === undefined || /^-?0+(\.0+)?$/.test(prorated)) return `${charge}.`;
  return prorated.startsWith('-')
    ? `${charge}, after ${formatMoney(prorated.slice(1), currency)} credited for the rest of this month.`
    : `${charge}, of which ${formatMoney(prorated, currency)} are for the rest of this month.`;
}
