/** The proposal as the client reads it: masthead, document with terms, and the answer form. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SharedProposal } from '@/api/gen/model';
import { isBlank } from '@/shared/document/sections';
import { TermsAndConditions } from '@/shared/document/terms';
import { useDesignCss } from '@/shared/document/use-design-css';
import { formatDate } from '@/shared/lib/format';
import { ChangesBanner } from '../changes/changes-banner';
import { useUnseenChanges } from '../changes/use-unseen-changes';
import { hasChoices } from '../choices/choices';
import { PricingBlock } from '../choices/pricing-block';
import { useChoices } from '../choices/use-choices';
import { useReading } from '../reading/use-reading';
import { AnswerPanel } from '../signing/answer-panel';
import { termsOf } from '../signing/answer-form';
import { useAnswer } from '../signing/use-answer';
import { ActionBar } from './action-bar';
import { brandCss } from './brand';
import { Masthead } from './masthead';
import { Notice } from './notices';
import { prepareDocument, sectionAnchor } from './prepare-document';
import { Rail } from './rail';
import { ReadableDocument } from './readable-document';
import { ResultCard } from './result-card';
import { TrustPanel } from './trust-panel';
import { useAwaitedDocument } from './use-awaited-document';

interface Props {
  token: string;
  proposal: SharedProposal;
  reload: () => Promise<unknown>;
  update: (proposal: SharedProposal) => void;
}

const TERMS = 'terms-and-conditions';

export function ProposalView({ token, proposal, reload, update }: Props) {
  const { companySnapshot: company, revision, canAct, htmlContent, pricing, status } = proposal;
  const { unseen, showStale, dismiss } = useUnseenChanges(token, proposal);
  const shownNow = useRef(proposal);
  useEffect(() => {
    shownNow.current = proposal;
  }, [proposal]);
  const [onStale] = useState(() => async () => {
    const before = shownNow.current;
    await Promise.all([showStale(before), reload()]);
  });
  const chosen = useChoices(token, proposal, onStale);
  const take = (next: SharedProposal) => {
    // A client who answers has read the changes.
    dismiss();
    update(next);
  };
  const answer = useAnswer({ token, proposal, chosen, reload, update: take, onStale });
  useAwaitedDocument(proposal, reload);

  const choosing = hasChoices(pricing);
  const shown = useMemo(() => prepareDocument(htmlContent, choosing), [htmlContent, choosing]);
  useDesignCss(proposal.designCss);
  useDesignCss(useMemo(() => brandCss(proposal.designCss), [proposal.designCss]));
  useReading(token, shown.sections, revision?.number);

  const changed = useMemo(() => {
    const blocks = unseen?.changes?.blocks.filter(({ change }) => change === 'changed' || change === 'added');
    return new Set(blocks?.map(({ blockId }) => blockId));
  }, [unseen]);
  const terms = termsOf(proposal);
  const entries = useMemo(
    () => [
      ...shown.sections.map(({ id, title }) => ({ anchor: sectionAnchor(id), title })),
      ...(terms === undefined ? [] : [{ anchor: TERMS, title: 'Terms and Conditions' }]),
      ...(canAct ? [{ anchor: 'respond', title: 'Take Action' }] : []),
    ],
    [shown, terms, canAct],
  );

  // After an answer or a reload the page scrolls to the result, from any position.
  const told = useRef<HTMLHeadingElement>(null);
  const stale = unseen?.kind === 'stale' ? unseen : undefined;
  useLayoutEffect(() => {
    if (answer.answered || stale) told.current?.focus();
  }, [answer.answered, stale]);

  const ask = (blockId: string) => {
    flushSync(() => {
      answer.change({ action: 'request_changes', blockId });
    });
    document.getElementById('answer-message')?.focus();
  };

  const decided = ['signed', 'accepted', 'rejected'].includes(status);
  return (
    <div className={canAct ? 'page page-open' : 'page'}>
      <a className="skip-link" href={canAct ? '#respond' : '#proposal'}>
        {canAct ? 'Skip to Take Action' : 'Skip to proposal'}
      </a>
      <Masthead proposal={proposal} />
      <div className="layout">
        <main className="main" id="proposal" tabIndex={-1}>
          {decided && <ResultCard token={token} proposal={proposal} headingRef={told} />}
          <Notice proposal={proposal} asked={answer.answered !== undefined} />
          {!canAct && answer.failure !== undefined && (
            <p className="notice notice-red" role="alert">
              {answer.failure}
            </p>
          )}
          {answer.answered?.action === 'request_changes' && !decided && (
            <section className="panel result-asked" role="status">
              <h2 ref={told} tabIndex={-1}>
                Changes Requested
              </h2>
              <p>{answer.answered.message}</p>
            </section>
          )}
          {unseen && (
            <ChangesBanner
              unseen={unseen}
              proposal={proposal}
              headingRef={stale ? told : undefined}
              onDismiss={dismiss}
            />
          )}
          {company && <TrustPanel company={company} />}
          <article
            className={proposal.designCss === '' ? 'paper' : 'paper paper-designed'}
            aria-label={proposal.title}
          >
            {isBlank(htmlContent) && !choosing ? (
              <p className="blank">No Content Available</p>
            ) : (
              <ReadableDocument
                document={shown}
                changed={changed}
                prices={<PricingBlock chosen={chosen} />}
                onAsk={canAct ? ask : undefined}
              />
            )}
            {terms !== undefined && <TermsAndConditions text={terms} />}
          </article>
          {canAct && (
            <AnswerPanel proposal={proposal} chosen={chosen} answer={answer} sections={shown.sections} />
          )}
        </main>
        <Rail proposal={proposal} chosen={chosen} entries={entries} />
      </div>
      {canAct && <ActionBar chosen={chosen} currency={proposal.currency} />}
      <footer className="footer">
        {revision && (
          <p>
            Version {revision.number}, sent {formatDate(revision.sentAt)}
            <span className="hash" title={`SHA-256 ${revision.sha256}`}>
              {revision.sha256.slice(0, 12)}
            </span>
          </p>
        )}
        <p>Sent with Proffer</p>
      </footer>
    </div>
  );
}
