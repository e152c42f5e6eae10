// What has to be settled before the proposal can go out: amounts nobody has confirmed, and whatever the server found when
// sending was tried. Each line leads to its place.
import { Link } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import type { Problem } from '@/api/problem';
import { documentSections } from '@/shared/document/sections';
import { formatMoney } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { itemAnchor, sectionAnchor } from './anchors';
import styles from './panels.module.css';
import type { ProposalActions } from './use-proposal-actions';

interface Props {
  proposal: Proposal;
  actions: ProposalActions;
}

type Item = Proposal['pricing']['groups'][number]['items'][number];

const PER: Record<Item['cadence'], string> = {
  once: 'one-time',
  monthly: 'per month',
  quarterly: 'per quarter',
  yearly: 'per year',
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The place a problem is about, found by the id its field names. */
function placeOf(
  { field }: Problem['errors'][number],
  proposal: Proposal,
): { href: string; name: string } | undefined {
  const id = UUID.exec(field)?.[0];
  if (id === undefined) return undefined;
  const section = documentSections(proposal.htmlContent).find((candidate) => candidate.id === id);
  if (section) return { href: `#${sectionAnchor(id)}`, name: section.title };
  const item = proposal.pricing.groups.flatMap(({ items }) => items).find((candidate) => candidate.id === id);
  return item && { href: `#${itemAnchor(id)}`, name: item.name };
}

export function PresendPanel({ proposal, actions }: Props) {
  const unconfirmed = proposal.pricing.groups
    .flatMap(({ items }) => items)
    .filter(({ confirmed }) => !confirmed);
  const { blockers } = actions;
  if (proposal.status !== 'draft' || (unconfirmed.length === 0 && blockers.length === 0)) return null;

  return (
    <Panel className={`${styles.panel ?? ''} ${styles.flagged ?? ''}`}>
      {/* Live: the list grows when sending is refused, and shrinks as amounts are confirmed. */}
      <div role="status">
        <h2>Before you send</h2>
        {blockers.length > 0 && (
          <ul className={styles.blockers}>
            {blockers.map((blocker) => {
              const place = placeOf(blocker, proposal);
              return (
                <li key={`${blocker.field} ${blocker.code} ${blocker.message}`}>
                  {blocker.message} {place !== undefined && <a href={place.href}>Go to {place.name}</a>}
                  {blocker.field === 'client.email' && <Link to={paths.clients}>Go to your clients</Link>}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      {unconfirmed.length > 0 && (
        <>
          <p className={styles.quiet}>
            {unconfirmed.length === 1 ? 'This amount was' : 'These amounts were'} not found in what you wrote.
            Confirm {unconfirmed.length === 1 ? 'it' : 'each'} before your client sees it.
          </p>
          <ul className={styles.items}>
            {unconfirmed.map((item) => (
              <li key={item.id} id={itemAnchor(item.id)}>
                <div>
                  <strong>{item.name}</strong>
                  <span>
                    {formatMoney(item.unitPrice, proposal.currency)} {PER[item.cadence]}
                  </span>
                </div>
                <Button
                  size="sm"
                  aria-label={`Confirm ${item.name}`}
                  busy={actions.confirming === item.id}
                  onClick={() => void actions.confirmAmount(item.id)}
                >
                  Confirm
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
