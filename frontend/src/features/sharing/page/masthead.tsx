/** Who sends what to whom, when, and how it stands. */
import type { CompanySnapshot, SharedProposal } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { StatusBadge } from '@/shared/ui/status-badge';

export function Masthead({ proposal }: { proposal: SharedProposal }) {
  const { companySnapshot: company, validUntil, canAct } = proposal;
  return (
    <header className="masthead">
      <div className="sender">
        {company && <CompanyLogo company={company} />}
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

/** Only a logo that we keep: one from elsewhere would tell that place who reads the proposal, and when. */
function CompanyLogo({ company: { logoUrl } }: { company: CompanySnapshot }) {
  if (logoUrl === undefined || !/^\/(?!\/)/.test(logoUrl)) return null;
  return <img className="sender-logo" src={logoUrl} alt="" width={44} height={44} />;
}
