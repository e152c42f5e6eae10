// The pre-send check beside the document: the findings one by one, and the sources of every claim.
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Claim, Finding, Proposal } from '@/api/gen/model';
import type { Problem } from '@/api/problem';
import { clearHighlight, showWords } from '@/shared/document/highlight';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './check.module.css';
import { FindingCard } from './finding-card';
import { blocksOf, isTitle } from './places';
import { Sources } from './sources';
import { useCheck } from './use-check';

interface Props {
  proposal: Proposal;
  /** The server's findings from an attempt to send. */
  blockers: Problem['errors'];
  /** The document is about to be scrolled to: a panel that covers it must close. */
  onShow?: () => void;
}

export function CheckPanel({ proposal, blockers, onShow }: Props) {
  const may = useMay();
  const actions = useCheck(proposal);
  const { query } = actions;
  const { data, isError, refetch } = query;
  const blocks = useMemo(() => blocksOf(proposal), [proposal]);
  useEffect(() => clearHighlight, []);
  // The check on the screen when sending was refused; a newer one replaces what the refusal said.
  const [refusal, setRefusal] = useState({ blockers, data });
  if (refusal.blockers !== blockers || (refusal.data === undefined && data !== undefined))
    setRefusal({ blockers, data });

  if (proposal.status !== 'draft')
    return (
      <Panel className={styles.panel}>
        <h2>Check before sending</h2>
        <p className={styles.quiet}>This proposal was checked when it was sent.</p>
      </Panel>
    );
  if (data === undefined)
    return (
      <Panel className={styles.panel}>
        <h2>Check before sending</h2>
        {isError ? (
          <Callout
            tone="danger"
            announced
            actions={
              <Button size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            The check could not be loaded.
          </Callout>
        ) : (
          <div aria-busy="true" aria-label="Checking">
            <Skeleton height="160px" />
          </div>
        )}
      </Panel>
    );

  const claims = new Map(data.claims.map((claim) => [claim.key, claim]));
  const stops = data.findings.filter(({ severity }) => severity === 'blocker');
  const asks = data.findings.filter(({ severity }) => severity === 'warning');
  // Findings from sending that the check on the screen does not have yet.
  const late = (refusal.data === data ? blockers : []).filter(
    ({ field, code }) => !data.findings.some((finding) => finding.field === field && finding.code === code),
  );
  const open = stops.length + late.length;

  const show = (claim: Claim, select = false) => {
    onShow?.();
    if (isTitle(claim.blockId)) window.scrollTo({ top: 0 });
    else showWords(claim.blockId, claim.start, claim.text, { select });
  };
  const card = (finding: Finding) => {
    const claim = finding.claimKey === undefined ? undefined : claims.get(finding.claimKey);
    return (
      <FindingCard
        key={`${finding.field} ${finding.code} ${finding.claimKey ?? finding.message}`}
        finding={finding}
        claim={claim}
        proposal={proposal}
        blocks={blocks}
        actions={actions}
        editable={may('proposals:update')}
        onShow={show}
        onPlace={(id) => {
          onShow?.();
          showWords(id, 0, '');
        }}
      />
    );
  };

  return (
    <div className={styles.stack} aria-busy={query.isPlaceholderData || undefined}>
      <Panel className={styles.panel}>
        <div role="status" className={styles.head} data-ready={open === 0 || undefined}>
          <h2>
            {open === 0 ? 'Ready to send' : `${String(open)} ${open === 1 ? 'issue' : 'issues'} to resolve`}
          </h2>
          <p className={styles.quiet}>
            {open === 0
              ? 'Every claim in the text has a source or was accepted by your team.'
              : 'Resolve each issue before you send.'}
          </p>
        </div>
        {open > 0 && (
          <ol className={styles.cards}>
            {stops.map(card)}
            {late.map(({ field, code, message }) => (
              <li key={`${field} ${code} ${message}`} className={styles.card} data-weight="blocker">
                <p className={styles.message}>{message}</p>
                {field === 'client.email' && <Link to={paths.clients}>Go to your clients</Link>}
              </li>
            ))}
          </ol>
        )}
      </Panel>
      {asks.length > 0 && (
        <Panel className={styles.panel}>
          <div>
            <h2>Warnings</h2>
            <p className={styles.quiet}>These do not block sending.</p>
          </div>
          <ol className={styles.cards}>{asks.map(card)}</ol>
        </Panel>
      )}
      <Sources claims={data.claims} blocks={blocks} onShow={show} />
    </div>
  );
}
