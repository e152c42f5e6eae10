// A proposal's status as a "sign here" flag: draft gray, pending yellow, signed green, rejected red, others neutral.
import type { ProposalCard } from '@/api/gen/model';
import styles from './status-badge.module.css';

export type ProposalStatus = ProposalCard['status'];

const labels: Readonly<Record<ProposalStatus, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  in_review: 'In Review',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
  signed: 'Signed',
};

export function StatusBadge({ status }: { status: ProposalStatus }) {
  return (
    <span className={styles.flag} data-status={status}>
      {labels[status]}
    </span>
  );
}
