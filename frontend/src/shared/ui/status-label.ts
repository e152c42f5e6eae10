// A proposal's status in words.
import type { ProposalCard } from '@/api/gen/model';

type ProposalStatus = ProposalCard['status'];

const labels: Readonly<Record<ProposalStatus, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  in_review: 'In Review',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
  signed: 'Signed',
};

export const statusLabel = (status: ProposalStatus): string => labels[status];
