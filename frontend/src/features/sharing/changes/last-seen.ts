/**
 * The last revision of a proposal that this browser has shown, so that the next visit can list the changes
 * since then.
 */
import { forget, keep, recall } from '../lib/storage';

const seenKey = (token: string) => `proffer.seen.${token}`;
/** Kept in this tab until it is dismissed: a reload must not lose the list of changes. */
const sinceKey = (token: string) => `proffer.since.${token}`;

const numberAt = (kind: 'localStorage' | 'sessionStorage', key: string): number | undefined => {
  const text = recall(kind, key);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/** The revision to compare with; undefined if this revision, or none, was seen before. Stores this one. */
export function revisionToCompare(token: string, shown: number): number | undefined {
  const seen = numberAt('localStorage', seenKey(token));
  const since = numberAt('sessionStorage', sinceKey(token)) ?? seen;
  keep('localStorage', seenKey(token), String(shown));
  if (since === undefined || since >= shown) return undefined;
  keep('sessionStorage', sinceKey(token), String(since));
  return since;
}

/** The reader has dismissed the changes. */
export function acknowledge(token: string): void {
  forget('sessionStorage', sinceKey(token));
}
