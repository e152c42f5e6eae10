// How much of a month's allowance of the assistant is used, for the usage screen and the chat.
import type { Usage } from '@/api/gen/model';

/** Whole percent with what is set aside for calls under way; nothing where there is no limit to count by. */
export function usedPercent({
  current,
  reservedCostUsd,
  limitUsd,
}: Pick<Usage, 'current' | 'reservedCostUsd' | 'limitUsd'>): number | undefined {
  const limit = Number(limitUsd);
  if (!(limit > 0)) return undefined;
  // Rounded down: 100 is said when nothing is left, not shortly before.
  return Math.floor(((Number(current.totalCostUsd) + Number(reservedCostUsd)) / limit) * 100);
}
