/** Sender, recipient, date and status of the proposal. */
import type { SharedProposal } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { StatusBadge } from '@/shared/ui/status-badge';

export function Masthead({ proposal }: { proposal: SharedProposal }) {
  const { companySnapshot: company, logoUrl, validUntil, canAct } = proposal;
  return (
    <header className="masthead">
      {logoUrl !== undefined && (
        <div className="sender-logo">
          <img src={logoUrl} alt={company?.name ?? 'Logo'} />
        </div>
      )}
      <div className="sender">
        <p>
          {company?.name ?? 'Proposal'}
          <span className="sender-for">for {proposal.clientName}</span>
        </p>
      </div>
      <h1>{proposal.title}</h1>
      {proposal.subtitle !== undefined && <p className="subtitle">{proposal.subtitle}</p>}
      <p className="meta">
        <StatusBadge status={proposal.status} />
        <span>Created {formatDate(proposal.createdAt)}</span>
        {canAct && validUntil !== undefined && <span>Valid until {formatDate(validUntil)}</span>}
      </p>
    </header>
  );
}
