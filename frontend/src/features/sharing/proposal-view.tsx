/** The proposal as the client reads it: masthead, document with terms, and the column with the answer. */
import { useMemo } from 'react';
import type { RefObject } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { DocumentHtml } from '@/shared/document/document-html';
import { isBlank } from '@/shared/document/sections';
import { TermsAndConditions } from '@/shared/document/terms';
import { useDesignCss } from '@/shared/document/use-design-css';
import { formatDate } from '@/shared/lib/format';
import { StatusBadge } from '@/shared/ui/status-badge';
import { ChangeNotice, Notice } from './notices';
import type { ResponseForm } from './response-form';
import { ResponsePanel } from './response-panel';
import { ResultCard } from './result-card';
import type { Happened } from './shared-page';
import { TrustPanel } from './trust-panel';

interface Props {
  proposal: SharedProposal;
  happened: Happened | undefined;
  newsRef: RefObject<HTMLHeadingElement | null>;
  form: ResponseForm;
  failure: string | undefined;
  onChange: (form: ResponseForm) => void;
  onSubmit: () => Promise<void>;
}

export function ProposalView({ proposal, happened, newsRef, form, failure, onChange, onSubmit }: Props) {
  const { companySnapshot: company, revision } = proposal;
  useDesignCss(proposal.designCss);
  const changed = useMemo(() => {
    if (happened?.kind !== 'changed') return undefined;
    return new Set([...happened.changes.changed, ...happened.changes.added].map(({ id }) => id));
  }, [happened]);
  const terms = proposal.termsAndConditions ?? company?.termsAndConditions;
  const decided = ['signed', 'accepted', 'rejected'].includes(proposal.status);

  return (
    <div className="page">
      <a className="skip-link" href={proposal.canAct ? '#respond' : '#proposal'}>
        {proposal.canAct ? 'Skip to Take Action' : 'Skip to proposal'}
      </a>
      <header className="masthead">
        <p className="sender">
          {company?.name ?? 'Proposal'}
          <span className="sender-for">for {proposal.clientName}</span>
        </p>
        <h1>{proposal.title}</h1>
        {proposal.subtitle && <p className="subtitle">{proposal.subtitle}</p>}
        <p className="meta">
          <StatusBadge status={proposal.status} />
          <span>Created {formatDate(proposal.createdAt)}</span>
        </p>
      </header>

      <div className={decided ? 'layout layout-decided' : 'layout'}>
        <main className="main" id="proposal">
          {happened?.kind === 'changed' && (
            <ChangeNotice news={happened} proposal={proposal} headingRef={newsRef} />
          )}
          {company && <TrustPanel company={company} />}
          <article className={proposal.designCss === '' ? 'paper' : 'paper paper-designed'}>
            {isBlank(proposal.htmlContent) ? (
              <p className="blank">No Content Available</p>
            ) : (
              <DocumentHtml html={proposal.htmlContent} {...(changed && { changed })} />
            )}
            {terms && <TermsAndConditions text={terms} />}
          </article>
          {proposal.canAct && (
            <a className="respond-bar" href="#respond">
              Respond to this proposal
            </a>
          )}
        </main>

        <aside className="rail" aria-label="Your answer">
          {decided && <ResultCard proposal={proposal} headingRef={newsRef} />}
          <Notice proposal={proposal} />
          {happened?.kind === 'answered' && !decided && (
            <section className="panel result" role="status">
              <h2 ref={newsRef} tabIndex={-1}>
                Changes Requested
              </h2>
              <p>{happened.message}</p>
            </section>
          )}
          {proposal.canAct && (
            <ResponsePanel
              proposal={proposal}
              form={form}
              failure={failure}
              onChange={onChange}
              onSubmit={onSubmit}
            />
          )}
          {!proposal.canAct && failure !== undefined && (
            <p className="notice notice-red" role="alert">
              {failure}
            </p>
          )}
        </aside>
      </div>

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
