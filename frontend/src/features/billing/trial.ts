// How much of the trial is left.

const DAY_MS = 24 * 60 * 60 * 1000;
const TRIAL_DAYS = 14;

/** Days until the end, begun ones counted whole, never below zero; all of them while there is no end date. */
export function trialDaysLeft(trialEndsAt: string | undefined, now: number): number {
  const end = Date.parse(trialEndsAt ?? '');
  return Number.isNaN(end) ? TRIAL_DAYS : Math.max(0, Math.ceil((end - now) / DAY_MS));
}
