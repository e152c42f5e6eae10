// What a seat costs, in words.
import type { SeatsPreview, SubscriptionStatus } from '@/api/gen/model';
import { seatPrice } from '@/shared/billing/words';
import { formatDate, formatMoney } from '@/shared/lib/format';

/** How many more seats there would be; fewer where it is negative. */
export type Change = 1 | -1;

/** Whether the next charge is known to come. */
export const isCharged = ({ status, renewsAt, payments }: SubscriptionStatus): boolean =>
  status === 'active' && renewsAt !== undefined && payments.configured;

/** What is known without asking; nothing where there is nothing to say. */
export function plainWords(subscription: SubscriptionStatus, change: Change): string | undefined {
  const { status, given, payments } = subscription;
  const price = seatPrice(payments);
  if (isCharged(subscription)) return `Each member costs ${price} a month.`;
  if (change < 0) return undefined;
  if (status === 'active' && given !== undefined) {
    return given.until === undefined
      ? 'Members cost nothing while the plan that this workspace was given lasts.'
      : `Members cost nothing while the plan that this workspace was given lasts, until ${formatDate(given.until)}.`;
  }
  if (!payments.configured) return undefined;
  return status === 'trial'
    ? `Free during your trial. Afterwards each member costs ${price} a month.`
    : `Each member costs ${price} a month.`;
}

/** What the next charge comes to; nothing where none comes. */
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
    ? `${charge}, after ${formatMoney(prorated.slice(1), currency)} back for the rest of this month.`
    : `${charge}, of which ${formatMoney(prorated, currency)} are for the rest of this month.`;
}
