// The reason that what an administrator does to others is given.
const REASON_MIN = 3;
const REASON_MAX = 500;

/** What is wrong with it, for a form. */
export function reasonFault({ reason }: { reason: string }): { reason?: string } {
  const length = reason.trim().length;
  if (length < REASON_MIN) return { reason: 'Say why, in a few words' };
  return length > REASON_MAX ? { reason: `Say it in at most ${String(REASON_MAX)} characters` } : {};
}
