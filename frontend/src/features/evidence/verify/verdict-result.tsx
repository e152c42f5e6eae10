// The verdict on a file: authentic, intact but of an unknown key, changed, or not to be checked.
import { FileCheck2, FileQuestion, FileWarning, FileX2 } from 'lucide-react';
import { verdictOf, type CoveredEvents, type Report, type Signer, type Verdict } from './parts';
import { ReportFacts } from './report-facts';
import styles from './verify-page.module.css';

const verdicts = {
  authentic: {
    heading: 'Authentic, and nothing was changed',
    tone: 'success',
    Icon: FileCheck2,
    advice: undefined,
  },
  intact: {
    heading: 'Nothing was changed, but the key is unknown',
    tone: 'warning',
    Icon: FileQuestion,
    advice:
      'Anyone can make such a file with a key of their own. Compare the key with the one in the mail that you were sent when it was signed, and enter that one above. Until then, what stands below is only what the file says of itself.',
  },
  altered: {
    heading: 'This document was changed',
    tone: 'danger',
    Icon: FileWarning,
    advice: 'What it says of itself stands below. Do not rely on it.',
  },
  unreadable: {
    heading: 'This file cannot be checked',
    tone: 'danger',
    Icon: FileX2,
    advice: undefined,
  },
} satisfies Record<Verdict, unknown>;

interface Props {
  name: string;
  report: Report;
  /** The fingerprints of the keys that are known. */
  known: ReadonlySet<string>;
}

export function VerdictResult({ name, report, known }: Props) {
  const verdict = verdictOf(report, known);
  const { heading, tone, Icon, advice } = verdicts[verdict];
  const { findings, facts, signers, dailyRoots = [] } = report;
  return (
    <section className={styles.result} data-tone={tone}>
      <Icon aria-hidden size={36} strokeWidth={1.5} />
      <div>
        <h2>{heading}</h2>
        <p className={styles.name}>{name}</p>
        {findings.length > 0 && (
          <ul className={styles.findings}>
            {findings.map(({ part, message }) => (
              <li key={`${part} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
        {(verdict === 'authentic' || verdict === 'intact') && (
          <ul className={styles.keys}>
            {signers.map((signer) => (
              <li key={signer.of}>{wordsOf(signer, known)}</li>
            ))}
            {dailyRoots.map((covered) => (
              <li key={covered.hash}>{coverageOf(covered, known)}</li>
            ))}
            {dailyRoots.length === 0 && (
              <li>
                No daily root covers this file: it was put together before the first one with these events.
              </li>
            )}
          </ul>
        )}
        {advice !== undefined && <p>{advice}</p>}
        {facts !== undefined && <ReportFacts facts={facts} />}
      </div>
    </section>
  );
}

function coverageOf({ sequence, day, hash, fingerprint }: CoveredEvents, known: ReadonlySet<string>): string {
  const key = `${known.has(fingerprint) ? 'known' : 'unknown'} key ${fingerprint}`;
  return `The daily root of ${day}, SHA-256 ${hash}, was signed with the ${key}. It covers the events up to ${String(sequence)}: anyone who has this SHA-256 from that time knows that they existed then and were not rewritten since.`;
}

function wordsOf({ of, fingerprint, timestamp }: Signer, known: ReadonlySet<string>): string {
  const what = of === 'document' ? 'The PDF' : 'The evidence';
  if (fingerprint === undefined) return `${what} is not signed, as before sites had keys.`;
  const signed = `${what} was signed with the ${known.has(fingerprint) ? 'known' : 'unknown'} key ${fingerprint}.`;
  if (timestamp === undefined) return signed;
  const at = timestamp.replace('T', ' ').replace('Z', '');
  return `${signed} A timestamp states that this was before ${at} UTC; its authority was not checked here.`;
}
