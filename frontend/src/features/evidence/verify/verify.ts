// Verifies evidence in the browser alone: every part against its hash, the parts against each other, the
// chain of events, and the signature of the hashes. The server's `domain/src/evidence` documents the parts; `proffer verify` also checks the
// arithmetic (that the totals follow from the prices).
import { canonicalJson, hashOf, sha256Hex } from './canonical';
import { coveredBy } from './daily-roots';
import { isMembers, listOf, membersOf, textOf, type Members } from './members';
import {
  altered,
  type CoveredEvents,
  type Facts,
  type Finding,
  type Part,
  type Report,
  type Signer,
} from './parts';
import { follows } from './prices';
import { sealedBy } from './sealing-key';

const FORMAT = 'proffer-evidence-2';
/** With daily roots. */
const COVERED_FORMAT = 'proffer-evidence-3';
/** From before evidence was signed. */
const UNSIGNED_FORMAT = 'proffer-evidence-1';
const FORMATS: readonly unknown[] = [FORMAT, COVERED_FORMAT, UNSIGNED_FORMAT];
const NO_PREVIOUS = '0'.repeat(64);

/** Reads the evidence and verifies it. Never throws, for any bytes. */
export function verifyEvidence(bytes: Uint8Array): Report {
  let text: string;
  let evidence: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    evidence = JSON.parse(text);
  } catch {
    return {
      findings: [{ part: 'form', message: 'The evidence cannot be read: it is cut off or damaged.' }],
      signers: [],
    };
  }
  if (!isMembers(evidence) || !FORMATS.includes(evidence.format)) {
    return {
      findings: [{ part: 'document', message: 'This is not evidence of a kind that this page knows.' }],
      signers: [],
    };
  }
  const findings = [
    ...formOf(evidence, text),
    ...hashesOf(evidence),
    ...documentOf(evidence),
    ...revisionOf(evidence),
    ...pricesOf(evidence),
    ...signatureOf(evidence),
    ...countersignatureOf(evidence),
    ...eventsOf(evidence),
  ];
  // Slow, and of no interest if something else was altered.
  const signer = findings.length === 0 ? signerOf(evidence) : undefined;
  if (findings.length === 0 && signer === undefined) findings.push(finding('seal', SEAL_ALTERED));
  const dailyRoots = findings.length === 0 ? dailyRootsOf(evidence) : undefined;
  if (findings.length === 0 && dailyRoots === undefined) findings.push(finding('dailyRoots'));
  return {
    findings: once(findings),
    signers: signer === undefined ? [] : [signer],
    ...(dailyRoots !== undefined && { dailyRoots }),
    facts: factsOf(evidence),
  };
}

/** Removes duplicate findings of a part. */
const once = (findings: Finding[]): Finding[] =>
  findings.filter(
    (finding, index) =>
      findings.findIndex(({ part, message }) => part === finding.part && message === finding.message) ===
      index,
  );

function formOf(evidence: Members, text: string): Finding[] {
  try {
    return canonicalJson(evidence) === text ? [] : [finding('form')];
  } catch {
    return [finding('form')];
  }
}

const finding = (part: Part, message = altered[part]): Finding => ({ part, message });

const unless = (holds: boolean, part: Part, message?: string): Finding[] =>
  holds ? [] : [finding(part, message)];

/** Whether a value has this hash; a value without a canonical form has none. */
function has(value: unknown, hash: unknown): boolean {
  try {
    return hashOf(value) === hash;
  } catch {
    return false;
  }
}

function hashesOf(evidence: Members): Finding[] {
  const hashes = membersOf(evidence.hashes);
  const { format, statement, proposalId, sealedAt, events, head } = evidence;
  const parts: [Part, unknown][] = [
    ['document', { format, statement, proposalId, sealedAt }],
    ['revision', evidence.revision],
    ['pricing', evidence.pricing],
    ['totals', evidence.totals],
    ['signature', evidence.signature],
    ['countersignature', evidence.countersignature ?? null],
    ['consent', evidence.consent ?? null],
    ['events', { events, head }],
    ...(evidence.format === COVERED_FORMAT
      ? [['dailyRoots', evidence.dailyRoots ?? null] satisfies [Part, unknown]]
      : []),
  ];
  return parts.flatMap(([part, value]) => unless(has(value, hashes[part]), part));
}

const SEAL_ALTERED = 'The signature of the evidence was altered or removed, or it is of other evidence.';

/** Whose key signed the hashes; undefined if the signature is not valid. */
function signerOf({ format, hashes, seal }: Members): Signer | undefined {
  if (format === UNSIGNED_FORMAT) return seal === undefined ? { of: 'evidence' } : undefined;
  const fingerprint = sealedBy(membersOf(seal), hashes);
  return fingerprint === undefined ? undefined : { of: 'evidence', fingerprint };
}

/** The events that daily roots cover; undefined if these were altered. Evidence of other formats has none. */
function dailyRootsOf({ format, dailyRoots, events }: Members): CoveredEvents[] | undefined {
  if (format !== COVERED_FORMAT) return dailyRoots === undefined ? [] : undefined;
  if (listOf(dailyRoots).length === 0) return undefined;
  return coveredBy(dailyRoots, listOf(events).map(membersOf));
}

/** The frozen proposal, if its text can be parsed. */
function frozenOf(evidence: Members): Members {
  try {
    return membersOf(JSON.parse(textOf(membersOf(evidence.revision).canonical)));
  } catch {
    return {};
  }
}

function revisionOf(evidence: Members): Finding[] {
  const revision = membersOf(evidence.revision);
  const signature = membersOf(evidence.signature);
  const frozen = frozenOf(evidence);
  return [
    ...unless(sha256Hex(textOf(revision.canonical)) === revision.sha256, 'revision'),
    ...unless(signature.revisionSha256 === revision.sha256, 'revision'),
    ...unless(signature.revisionNumber === revision.number && frozen.number === revision.number, 'revision'),
    ...unless(frozen.proposalId === evidence.proposalId, 'revision'),
  ];
}

function pricesOf(evidence: Members): Finding[] {
  const { choices } = membersOf(evidence.signature);
  return unless(
    follows(evidence.pricing, frozenOf(evidence).pricing, choices),
    'pricing',
    'The prices are not those of the signed proposal with the client’s choices.',
  );
}

/**
 * Texts that are published once and never change: the statement about a signature, and the consent of
 * signers.
 */
const STATEMENT_SHA256 = '9778d565acd192887814dee8c6ca5649ee91c16a1a3bd6b204ac2430acea294b';
const CONSENTS: Readonly<Record<string, string>> = {
  'electronic-signature-1': 'cda24559e45b186104660e2c576425e013fa11b3ce2619788585efd2ca4379d5',
};

const documentOf = (evidence: Members): Finding[] =>
  unless(
    sha256Hex(textOf(evidence.statement)) === STATEMENT_SHA256,
    'document',
    'The statement of what such a signature is was altered.',
  );

function signatureOf(evidence: Members): Finding[] {
  const signature = membersOf(evidence.signature);
  const consent = membersOf(evidence.consent);
  const terms = textOf(frozenOf(evidence).termsAndConditions);
  const agreed = evidence.consent !== undefined;
  return [
    ...unless(signature.proposalId === evidence.proposalId, 'signature'),
    ...unless(has(signature.choices, signature.choicesSha256), 'signature'),
    ...unless(has(evidence.totals, signature.totalsSha256), 'totals'),
    ...unless(sha256Hex(terms) === signature.termsSha256, 'revision'),
    ...unless(agreed === (signature.consentId !== undefined), 'consent'),
    ...(agreed
      ? unless(
          consent.id === signature.consentId &&
            consent.id === frozenOf(evidence).consentId &&
            CONSENTS[textOf(consent.id)] === signature.consentSha256 &&
            sha256Hex(textOf(consent.text)) === signature.consentSha256,
          'consent',
        )
      : []),
  ];
}

function countersignatureOf(evidence: Members): Finding[] {
  if (evidence.countersignature === undefined) return [];
  const { proposalId, revisionSha256, signatureSha256 } = membersOf(evidence.countersignature);
  return unless(
    proposalId === evidence.proposalId &&
      revisionSha256 === membersOf(evidence.revision).sha256 &&
      has(evidence.signature, signatureSha256),
    'countersignature',
  );
}

/** Every event follows the previous one, and the last one is the recorded head. */
function eventsOf(evidence: Members): Finding[] {
  const events = listOf(evidence.events).map(membersOf);
  let previous = NO_PREVIOUS;
  for (const [index, event] of events.entries()) {
    const number = String(index + 1);
    const { hash, ...hashed } = event;
    if (event.sequence !== index + 1 || event.previousHash !== previous)
      return [finding('events', `Event ${number} is missing, doubled or out of order.`)];
    if (event.proposalId !== evidence.proposalId)
      return [finding('events', `Event ${number} belongs to another proposal.`)];
    if (!has(hashed, hash)) return [finding('events', `Event ${number} was altered.`)];
    previous = textOf(hash);
  }
  const head = membersOf(evidence.head);
  return [
    ...unless(
      head.sequence === events.length && head.hash === previous,
      'events',
      'The trail does not end where it was recorded to end.',
    ),
    ...trailOf(evidence, events),
  ];
}

/** The trail contains the document that was sent and the signature of the record. */
function trailOf(evidence: Members, events: readonly Members[]): Finding[] {
  const signature = membersOf(evidence.signature);
  const byClient = signature.method === 'typed_name';
  const kinds = byClient ? ['signed', 'accepted'] : ['acceptance_recorded'];
  const payloadOf = (kind: string): Members | undefined => {
    const event = events.find((one) => one.kind === kind);
    return event && membersOf(event.payload);
  };
  const signing = kinds.map(payloadOf).find((payload) => payload?.requestId === signature.requestId);
  const told =
    signing !== undefined &&
    signing.sha256 === signature.revisionSha256 &&
    signing.totalsSha256 === signature.totalsSha256 &&
    signing.termsSha256 === signature.termsSha256 &&
    (signing.signatureSha256 === undefined || has(signature, signing.signatureSha256));
  const sendings = events
    .filter(({ kind }) => kind === 'sent')
    .map(({ payload }) => membersOf(payload))
    .filter(({ revision }) => revision === signature.revisionNumber);
  const sent = sendings.every(({ sha256 }) => sha256 === signature.revisionSha256);
  const countersigning = payloadOf('countersigned');
  const countersignature = evidence.countersignature && membersOf(evidence.countersignature);
  const countersigned =
    (countersigning === undefined) === (countersignature === undefined) &&
    countersigning?.signatureSha256 === membersOf(countersignature).signatureSha256;
  return [
    ...unless(
      ['created', 'copied'].includes(textOf(events[0]?.kind)),
      'events',
      'The trail does not begin with how the proposal came into being.',
    ),
    ...unless(told, 'signature', 'The trail of events tells of another signature than the record.'),
    ...unless(
      sent && (sendings.length > 0 || !byClient),
      'revision',
      'The proposal is not the one that was sent.',
    ),
    ...unless(
      countersigned,
      'countersignature',
      'The trail of events tells of another countersignature than the record.',
    ),
  ];
}

const isClass = (value: unknown): value is Facts['evidenceClass'] =>
  value === 'signed_by_link' || value === 'countersigned' || value === 'recorded_by_team';

function factsOf(evidence: Members): Facts {
  const signature = membersOf(evidence.signature);
  const revision = membersOf(evidence.revision);
  const frozen = frozenOf(evidence);
  const company = textOf(membersOf(frozen.companySnapshot).name);
  const countersigned =
    evidence.countersignature === undefined ? undefined : membersOf(evidence.countersignature);
  const recorded = isClass(signature.evidenceClass) ? signature.evidenceClass : 'recorded_by_team';
  return {
    title: textOf(frozen.title),
    client: textOf(frozen.clientName),
    ...(company !== '' && { company }),
    signedBy: textOf(signature.name),
    email: textOf(signature.email),
    signedAt: textOf(signature.signedAt),
    evidenceClass: countersigned === undefined ? recorded : 'countersigned',
    ...(countersigned !== undefined && { countersignedBy: textOf(countersigned.name) }),
    revision: typeof revision.number === 'number' ? revision.number : 0,
    revisionSha256: textOf(revision.sha256),
    events: listOf(evidence.events).length,
    statement: textOf(evidence.statement),
  };
}
