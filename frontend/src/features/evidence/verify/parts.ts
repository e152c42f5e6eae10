// The parts of the evidence by name, and the messages if one has been changed.

export type Part =
  | 'seal'
  | 'form'
  | 'document'
  | 'revision'
  | 'pricing'
  | 'totals'
  | 'signature'
  | 'countersignature'
  | 'consent'
  | 'events'
  | 'dailyRoots';

export interface Finding {
  part: Part;
  message: string;
}

/** The proven facts, in the order of interest. */
export interface Facts {
  title: string;
  client: string;
  company?: string;
  signedBy: string;
  email: string;
  signedAt: string;
  evidenceClass: 'signed_by_link' | 'countersigned' | 'recorded_by_team';
  countersignedBy?: string;
  revision: number;
  revisionSha256: string;
  events: number;
  statement: string;
}

/** Whose key signed the file or the evidence. */
export interface Signer {
  of: 'document' | 'evidence';
  /** The fingerprint of the key; absent if it is not signed, as before installations had keys. */
  fingerprint?: string;
  /** The time that a timestamp authority states. */
  timestamp?: string;
}

/** The events that a daily root covers. */
export interface CoveredEvents {
  /** The number of the last of them. */
  sequence: number;
  day: string;
  /** The SHA-256 of the daily root. */
  hash: string;
  /** The key that signed it. */
  fingerprint: string;
}

export type Verdict = 'authentic' | 'intact' | 'altered' | 'unreadable';

export interface Report {
  findings: Finding[];
  signers: Signer[];
  /** Absent if the evidence is altered or cannot be read. */
  dailyRoots?: CoveredEvents[];
  /**
   * The evidence's own metadata; trustworthy only if no fault was found. Absent if it cannot be
   * read.
   */
  facts?: Facts;
}

/**
 * Authentic if known keys signed all of it: authentic evidence can be attached to a document made by
 * hand.
 */
export function verdictOf({ facts, findings, signers }: Report, known: ReadonlySet<string>): Verdict {
  if (facts === undefined) return 'unreadable';
  if (findings.length > 0) return 'altered';
  const isKnown = ({ fingerprint }: Signer) => fingerprint !== undefined && known.has(fingerprint);
  return signers.length > 0 && signers.every(isKnown) ? 'authentic' : 'intact';
}

export const altered: Readonly<Record<Part, string>> = {
  seal: 'The file was changed after it was sealed.',
  form: 'The evidence is not written as it was sealed.',
  document: 'What the evidence says of itself was altered.',
  revision: 'The proposal in the evidence is not the one that was signed.',
  pricing: 'The prices were altered.',
  totals: 'The totals were altered.',
  signature: 'The record of the signature was altered.',
  countersignature: 'The record of the countersignature was altered.',
  consent: 'The text that the signer agreed to was altered.',
  events: 'The trail of events was altered.',
  dailyRoots: 'The daily roots were altered, or they are of other events.',
};
