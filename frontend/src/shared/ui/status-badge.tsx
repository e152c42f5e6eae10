// A proposal's status as a "sign here" flag: draft gray, pending yellow, signed green, rejected red, others neutral.
import type { ProposalCard } from '@/api/gen/model';
import styles from './status-badge.module.css';
import { statusLabel } from './status-label';

export function StatusBadge({ status }: { status: ProposalCard['status'] }) {
  return (
    <span className={styles.flag} data-status={status}>
      {statusLabel(status)}
    </span>
  );
}
