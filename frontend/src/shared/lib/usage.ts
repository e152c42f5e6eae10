// How much of the monthly quota of the assistant is used, for the usage screen and the chat.
import type { Usage } from '@/api/gen/model';

/** In whole percent, including reservations for calls in progress; undefined without a limit. */
export function usedPercent({
  current,
  reservedCostUsd,
  limitUsd,
}: Pick<Usage, 'current' | 'reservedCostUsd' | 'limitUsd'>): number | undefined {
  const limit = Number(limitUsd);
  if (!(limit > 0)) return undefined;
  // Rounded down: 100 is shown only when nothing is left.
  return Math.floor(((Number(current.totalCostUsd) + Number(reservedCostUsd)) / limit) * 100);
}
