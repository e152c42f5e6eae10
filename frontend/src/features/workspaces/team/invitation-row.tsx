// An invited person who has not joined yet.
import { MailPlus, X } from 'lucide-react';
import type { TeamMember } from '@/api/gen/model';
import { useResendInvitation } from '@/api/gen/workspaces/workspaces';
import { formatShortDate } from '@/shared/lib/format';
import { roleLabel } from '@/shared/session/roles';
import { useMay } from '@/shared/session/session';
import { Avatar } from '@/shared/ui/avatar';
import { Badge } from '@/shared/ui/badge';
import { Button, IconButton } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useTeamChanged } from '../use-team-changed';
import styles from './team.module.css';

export function InvitationRow({ member, onCancel }: { member: TeamMember; onCancel: () => void }) {
  const may = useMay();
  const changed = useTeamChanged();
  const { email, invitationExpiresAt } = member;
  const expired = member.status === 'invitation_expired';
  const resend = useResendInvitation({
    mutation: {
      onSuccess: async () => {
        await changed();
        showToast({
          title: 'Invitation sent again',
          description: `A new link is on its way to ${email}. The old one no longer works.`,
        });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Invitation not sent' });
      },
    },
  });
  return (
    <li className={styles.row} data-invited>
      <Avatar names={[email]} size={40} />
      <div className={styles.who}>
        <p className={styles.name}>{email}</p>
        <p className={styles.email}>
          {expired ? <Badge tone="danger">Invitation expired</Badge> : <Badge tone="warning">Invited</Badge>}
          <span>
            as {roleLabel(member.role)}
            {!expired && invitationExpiresAt !== undefined
              ? `, link works until ${formatShortDate(invitationExpiresAt)}`
              : `, on ${formatShortDate(member.createdAt)}`}
          </span>
        </p>
      </div>
      {may('team:invite') && (
        <div className={styles.tools}>
          <Button
            size="sm"
            icon={<MailPlus aria-hidden size={16} />}
            aria-label={`Resend the invitation to ${email}`}
            busy={resend.isPending}
            onClick={() => {
              resend.mutate({ memberId: member.id });
            }}
          >
            Resend
          </Button>
          <IconButton variant="danger" label={`Cancel the invitation to ${email}`} onClick={onCancel}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      )}
    </li>
  );
}
