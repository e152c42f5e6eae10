// What the public pages say that the site's administrators decide: where to write to, and the claims of the front page.

/** The claims; each is a setting and can be switched off. */
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
  /** Not known where the server could not be asked. */
  supportEmail?: string;
  /** The active ones only. */
  claims: Partial<Record<ClaimName, string>>;
}
