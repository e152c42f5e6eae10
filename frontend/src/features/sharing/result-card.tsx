/** How the proposal ended: accepted with the signer's name and time, or declined. It takes the action panel's place. */
import type { RefObject } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';

interface Props {
  proposal: SharedProposal;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

export function ResultCard({ proposal, headingRef }: Props) {
  if (proposal.status === 'rejected') {
    return (
      <section className="panel result result-declined">
        <h2 ref={headingRef} tabIndex={-1}>
          Proposal Declined
        </h2>
        {proposal.decidedAt && (
          <p>
            <time dateTime={proposal.decidedAt}>{formatDateTime(proposal.decidedAt)}</time>
          </p>
        )}
        <p className="fine">This proposal is closed. To talk about it again, contact {sender(proposal)}.</p>
      </section>
    );
  }
  const signedAt = proposal.signedAt ?? proposal.decidedAt;
  return (
    <section className="panel result result-accepted">
      <Tick />
      <h2 ref={headingRef} tabIndex={-1}>
        Proposal Accepted!
      </h2>
      {proposal.signedByName && (
        <p>
          Signed by <strong className="signature">{proposal.signedByName}</strong>
        </p>
      )}
      {signedAt && (
        <p>
          <time dateTime={signedAt}>{formatDateTime(signedAt)}</time>
        </p>
      )}
      <p className="fine">Both sides receive a confirmation by email.</p>
    </section>
  );
}

const sender = (proposal: SharedProposal) => proposal.companySnapshot?.name ?? 'the sender';

function Tick() {
  return (
    <svg className="tick" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <circle cx="20" cy="20" r="19" />
      <path d="M12 20.5l5.5 5.5L28.5 15" />
    </svg>
  );
}
