// Messages of the account screens for a refusal.
import { isProblem, NETWORK_ERROR, userMessage } from '@/api/problem';

/** The server's message, or the screen's own if the server sent none or did not answer. */
export const serverMessage = (error: unknown, fallback: string): string =>
  isProblem(error) && error.code === NETWORK_ERROR ? fallback : userMessage(error, fallback);

/** "45 seconds", "2 minutes", "2 hours"; rounded up, so that a retry is never too early. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return counted(Math.ceil(seconds / 60), 'minute');
  return counted(Math.ceil(seconds / 3600), 'hour');
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
