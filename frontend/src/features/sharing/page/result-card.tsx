/**
 * The final state of the proposal: accepted with the signer's name and time, or declined. It replaces the
 * action panel.
 */
import type { RefObject } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { formatDateTime } from '@/shared/lib/format';
import { hasChoices } from '../choices/choices';
import { ChosenItems } from '../choices/chosen-items';
import { DownloadButton } from './download-button';

interface Props {
  token: string;
  proposal: SharedProposal;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

const sender = ({ companySnapshot }: SharedProposal) => companySnapshot?.name ?? 'the sender';

export function ResultCard({ token, proposal, headingRef }: Props) {
  const { status, decidedAt } = proposal;
  if (status === 'rejected') {
    return (
      <section className="panel result result-declined">
        <h2 ref={headingRef} tabIndex={-1}>
          Proposal Declined
        </h2>
        {decidedAt !== undefined && (
          <p>
            <time dateTime={decidedAt}>{formatDateTime(decidedAt)}</time>
          </p>
        )}
        <p className="fine">This proposal is closed. To talk about it again, contact {sender(proposal)}.</p>
      </section>
    );
  }
  const signedAt = proposal.signedAt ?? decidedAt;
  return (
    <section className="panel result result-accepted">
      <div className="result-who">
        <Tick />
        <h2 ref={headingRef} tabIndex={-1}>
          Proposal Accepted!
        </h2>
        {proposal.signedByName !== undefined && (
          <p>
            Signed by <strong className="signature">{proposal.signedByName}</strong>
          </p>
        )}
        {signedAt !== undefined && (
          <p>
            <time dateTime={signedAt}>{formatDateTime(signedAt)}</time>
          </p>
        )}
        <p className="fine">{nextWords(proposal)}</p>
        {proposal.hasDocument && <DownloadButton token={token} />}
      </div>
      {proposal.totals.cadences.length > 0 && (
        <div className="result-what">
          <h3>{hasChoices(proposal.pricing) ? 'Chosen and signed' : 'Signed'}</h3>
          <ChosenItems pricing={proposal.pricing} />
          <TotalsSummary totals={proposal.totals} currency={proposal.currency} />
        </div>
      )}
    </section>
  );
}

/** The next steps. */
function nextWords(proposal: SharedProposal): string {
  if (proposal.status === 'accepted' && proposal.countersigns) {
    return `${sender(proposal)} countersigns next. You then receive the signed copy by email.`;
  }
  if (proposal.hasDocument) return 'You receive a copy by email. You can also download it here.';
  return 'The signed copy is being prepared. You receive it by email.';
}

function Tick() {
  return (
    <svg className="tick" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <circle cx="20" cy="20" r="19" />
      <path d="M12 20.5l5.5 5.5L28.5 15" />
    </svg>
  );
}
