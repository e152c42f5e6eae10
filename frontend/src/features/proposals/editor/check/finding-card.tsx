// One finding: its message, its place, its words, and the ways to settle it.
import { Link } from 'react-router';
import type { Claim, Finding, Proposal } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import styles from './check.module.css';
import { type Block, KIND_NAMES, contextOf, idOf, isTitle } from './places';
import type { CheckActions } from './use-check';

const CODE_NAMES: Record<string, string> = {
  unconfirmed_amount: 'Price to confirm',
  placeholder: 'Placeholder',
  empty_section: 'Empty section',
  contradiction: 'Contradiction',
  validity_passed: 'Validity',
  no_client_email: 'Client',
  no_content: 'Content',
  unreviewed_change: 'Change by the assistant',
  company_renamed: 'Company name',
  former_company_name: 'Company name',
};

interface Props {
  finding: Finding;
  claim: Claim | undefined;
  proposal: Proposal;
  blocks: ReadonlyMap<string, Block>;
  actions: CheckActions;
  editable: boolean;
  onShow: (claim: Claim, select?: boolean) => void;
  onPlace: (blockId: string) => void;
}

export function FindingCard({ finding, claim, proposal, blocks, actions, editable, onShow, onPlace }: Props) {
  const id = idOf(finding);
  const block = id === undefined ? undefined : blocks.get(id);
  const item = proposal.pricing.groups.flatMap(({ items }) => items).find((candidate) => candidate.id === id);
  const kind = finding.code === 'unbacked_claim' && claim ? KIND_NAMES[claim.kind] : CODE_NAMES[finding.code];
  const context = claim && contextOf(block, claim);

  return (
    <li className={styles.card} data-weight={finding.severity}>
      <div className={styles.top}>
        <Badge tone={finding.severity === 'blocker' ? 'danger' : 'warning'}>{kind ?? 'To resolve'}</Badge>
        {block !== undefined && <span className={styles.place}>{block.name}</span>}
      </div>
      {context === undefined ? (
        <p className={styles.message}>{finding.message}</p>
      ) : (
        <>
          <blockquote className={styles.words}>
            {context.before}
            <mark>{context.words}</mark>
            {context.after}
          </blockquote>
          <p className={styles.quiet}>
            {finding.code === 'contradiction' ? finding.message : 'It has no source.'}
          </p>
        </>
      )}
      <div className={styles.buttons}>
        {claim && editable && (
          <>
            <Button
              size="sm"
              variant="primary"
              aria-label={`Accept as Mine: ${claim.text}`}
              busy={actions.settling === claim.key}
              disabled={actions.settling !== undefined}
              onClick={() => void actions.accept(claim)}
            >
              Accept as Mine
            </Button>
            <Button
              size="sm"
              aria-label={`Fix: ${claim.text}`}
              onClick={() => {
                onShow(claim, true);
              }}
            >
              Fix
            </Button>
            {!isTitle(claim.blockId) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove: ${claim.text}`}
                disabled={actions.settling !== undefined}
                onClick={() => void actions.remove(claim)}
              >
                Remove
              </Button>
            )}
          </>
        )}
        {item && editable && (
          <Button
            size="sm"
            variant="primary"
            aria-label={`Confirm ${item.name}`}
            busy={actions.settling === item.id}
            disabled={actions.settling !== undefined}
            onClick={() => void actions.confirm(item.id)}
          >
            Confirm {formatMoney(item.unitPrice, proposal.currency)}
          </Button>
        )}
        {claim === undefined && block !== undefined && !isTitle(block.id) && (
          <Button
            size="sm"
            onClick={() => {
              onPlace(block.id);
            }}
          >
            Go to {block.name}
          </Button>
        )}
        {finding.field === 'client.email' && <Link to={paths.clients}>Go to your clients</Link>}
      </div>
    </li>
  );
}
