// The reason for an administrator's action on others.
const REASON_MIN = 3;
const REASON_MAX = 500;

/** Its validation error, for a form. */
export function reasonFault({ reason }: { reason: string }): { reason?: string } {
  const length = reason.trim().length;
  if (length < REASON_MIN) return { reason: 'Give a short reason' };
  return length > REASON_MAX ? { reason: `Reason must be at most ${String(REASON_MAX)} characters` } : {};
}
