// Messages for why a website could not be read.
import { isProblem } from '@/api/problem';

const LIMIT = 'AI usage limit reached. Please complete your profile manually or try again later.';
const UNREACHABLE = 'Unable to access your website. Please check the URL and complete your profile manually.';
const TIMEOUT = 'Website took too long to analyze. Please complete your profile manually.';
/** Also for a website without useful text. */
export const NOTHING_FOUND =
  "We couldn't automatically fill your profile, but you can complete it manually in the next step.";

export function failureText(error: unknown): string {
  if (!isProblem(error)) return NOTHING_FOUND;
  if (error.trialExpired) return error.userMessage;
  const told = `${error.code} ${error.userMessage}`;
  if (error.status === 429 || /usage[ _]limit|rate[ _]?limit|\b429\b/i.test(told)) return LIMIT;
  if (error.status === 504 || /time[ _-]?out|timed out|too (long|slow)/i.test(told)) return TIMEOUT;
  if (/failed to fetch|network|unreachable|not_reachable|could not be (reached|opened)/i.test(told))
    return UNREACHABLE;
  return NOTHING_FOUND;
}
