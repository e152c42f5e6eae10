// The facts that a document proves: who signed what, when and how, and its legal nature.
import type { Facts } from './parts';
import styles from './verify-page.module.css';

const classes: Readonly<Record<Facts['evidenceClass'], string>> = {
  signed_by_link: 'Signed by a person with the link, who typed the name',
  countersigned: 'Signed by link, and countersigned by the sender',
  recorded_by_team: 'Recorded by the sender as accepted elsewhere; not a signature of the client',
};

export function ReportFacts({ facts }: { facts: Facts }) {
  const recorded = facts.evidenceClass === 'recorded_by_team';
  const rows: [string, string | undefined][] = [
    ['Proposal', facts.title],
    ['From', facts.company],
    ['For', facts.client],
    [recorded ? 'Accepted by' : 'Signed by', `${facts.signedBy} (${facts.email})`],
    ['When', `${facts.signedAt.replace('T', ' ').replace('Z', '')} UTC`],
    ['How', classes[facts.evidenceClass]],
    ['Countersigned by', facts.countersignedBy],
    ['Revision', `${String(facts.revision)}, SHA-256 ${facts.revisionSha256}`],
    ['Trail', `${String(facts.events)} ${facts.events === 1 ? 'event' : 'events'}`],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.statement}>{facts.statement}</p>
    </>
  );
}
