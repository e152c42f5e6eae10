// The values on public pages that the site's administrators define: the support address, and the claims of
// the landing page.

/** The claims; each is a setting and can be disabled. */
export const CLAIMS = [
  'professionals',
  'rating',
  'faster',
  'under_five',
  'response',
  'unlimited',
  'links',
  'signatures',
  'notifications',
] as const;

export type ClaimName = (typeof CLAIMS)[number];

export interface Site {
  /** Absent if the server could not be reached. */
  supportEmail?: string;
  /** The active ones only. */
  claims: Partial<Record<ClaimName, string>>;
}
