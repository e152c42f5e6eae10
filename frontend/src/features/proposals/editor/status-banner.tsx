// Why the document cannot be edited as it is, and the way to edit it after all.
import type { Proposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import styles from './status-banner.module.css';

interface Props {
  proposal: Proposal;
  onEdit: () => void;
}

const SENT = 'This proposal has been sent, Editing will change it to draft and require resending';

const REASONS: Partial<Record<Proposal['status'], string>> = {
  pending: SENT,
  in_review: 'Your client asked for changes. Editing will change it to draft and require resending',
  expired: 'This proposal has expired. Editing will change it to draft and require resending',
  rejected: 'Your client declined this proposal. Editing will change it to draft and require resending',
};

export function StatusBanner({ proposal, onEdit }: Props) {
  const may = useMay();
  if (proposal.status === 'signed' || proposal.status === 'accepted') {
    return (
      <div className={styles.banner} data-tone="green">
        <p>
          <strong>{proposal.signedByName ? `Signed by ${proposal.signedByName}` : 'Signed'}</strong>
          {proposal.signedAt !== undefined && ` on ${formatDateTime(proposal.signedAt)}`}. A signed proposal
          cannot be changed. You can copy it into a new one.
        </p>
      </div>
    );
  }
  const reason = REASONS[proposal.status];
  if (reason === undefined) return null;
  return (
    <div className={styles.banner} data-tone={proposal.status === 'rejected' ? 'red' : 'yellow'}>
      <p>{reason}</p>
      {may('proposals:update') && <Button onClick={onEdit}>Edit Anyway</Button>}
    </div>
  );
}
