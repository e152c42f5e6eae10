/** Which revision of a proposal this browser has shown last, so that the next visit can say what is new since then. */
import { forget, keep, recall } from '../lib/storage';

const seenKey = (token: string) => `proffer.seen.${token}`;
/** In this tab, until it is read away: a reload must not take the news with it. */
const sinceKey = (token: string) => `proffer.since.${token}`;

const numberAt = (kind: 'localStorage' | 'sessionStorage', key: string): number | undefined => {
  const text = recall(kind, key);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/** The revision to tell the changes since; none where this one, or none, was seen before. Remembers this one. */
export function newsSince(token: string, shown: number): number | undefined {
  const seen = numberAt('localStorage', seenKey(token));
  const since = numberAt('sessionStorage', sinceKey(token)) ?? seen;
  keep('localStorage', seenKey(token), String(shown));
  if (since === undefined || since >= shown) return undefined;
  keep('sessionStorage', sinceKey(token), String(since));
  return since;
}

/** The reader has taken note. */
export function takeNote(token: string): void {
  forget('sessionStorage', sinceKey(token));
}
