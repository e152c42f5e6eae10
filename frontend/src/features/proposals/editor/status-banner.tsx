// Why the document cannot be edited, and the way to reopen it.
import { Signature } from 'lucide-react';
import type { Proposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { SignedDocumentButton } from './signing/signed-files';
import styles from './status-banner.module.css';

interface Props {
  proposal: Proposal;
  onEdit: () => void;
  onCountersign: () => void;
}

const SENT = 'This proposal has been sent, Editing will change it to draft and require resending';

const REASONS: Partial<Record<Proposal['status'], string>> = {
  pending: SENT,
  in_review: 'Your client asked for changes. Editing will change it to draft and require resending',
  expired: 'This proposal has expired. Editing will change it to draft and require resending',
  rejected: 'Your client declined this proposal. Editing will change it to draft and require resending',
};

export function StatusBanner({ proposal, onEdit, onCountersign }: Props) {
  const may = useMay();
  const { status, signedByName, signedAt } = proposal;
  const when = signedAt === undefined ? '' : ` on ${formatDateTime(signedAt)}`;
  if (status === 'accepted') {
    return (
      <div className={styles.banner} data-tone="yellow">
        <p>
          <strong>Accepted by {signedByName ?? 'your client'}</strong>
          {when} — waiting for your countersignature.
        </p>
        {may('proposals:accept') && (
          <Button variant="primary" icon={<Signature size={18} aria-hidden />} onClick={onCountersign}>
            Countersign
          </Button>
        )}
      </div>
    );
  }
  if (status === 'signed') {
    return (
      <div className={styles.banner} data-tone="green">
        <p>
          <strong>{signedByName === undefined ? 'Signed' : `Signed by ${signedByName}`}</strong>
          {when}. A signed proposal cannot be changed. You can copy it into a new one.
        </p>
        <SignedDocumentButton proposalId={proposal.id} />
      </div>
    );
  }
  const reason = REASONS[status];
  if (reason === undefined) return null;
  return (
    <div className={styles.banner} data-tone={status === 'rejected' ? 'red' : 'yellow'}>
      <p>{reason}</p>
      {may('proposals:update') && <Button onClick={onEdit}>Edit Anyway</Button>}
    </div>
  );
}
