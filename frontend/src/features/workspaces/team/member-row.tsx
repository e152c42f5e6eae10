// One member of the team: name, date of joining, role; the role can be changed in place.
import { UserMinus } from 'lucide-react';
import type { TeamMember, TeamRole } from '@/api/gen/model';
import { useChangeMemberRole } from '@/api/gen/workspaces/workspaces';
import { SelectField } from '@/shared/forms/fields';
import { formatShortDate } from '@/shared/lib/format';
import { assignableRoles, roleLabel } from '@/shared/session/roles';
import { useMay } from '@/shared/session/session';
import { Avatar } from '@/shared/ui/avatar';
import { Badge } from '@/shared/ui/badge';
import { IconButton } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { memberName } from '../member-name';
import { useTeamChanged } from '../use-team-changed';
import styles from './team.module.css';

export function MemberRow({ member, onRemove }: { member: TeamMember; onRemove: () => void }) {
  const may = useMay();
  const name = memberName(member);
  // Members leave instead of changing their own membership; the owner changes only by transfer.
  const fixed = member.isYou || !assignableRoles.some(({ value }) => value === member.role);
  return (
    <li className={styles.row} data-reader={!may('team:update') || undefined}>
      <Avatar
        names={member.firstName === undefined ? [member.email] : [member.firstName, member.lastName ?? '']}
        imageUrl={member.profileImageUrl}
        size={40}
      />
      <div className={styles.who}>
        <p className={styles.name}>
          {name} {member.isYou && <Badge tone="good">You</Badge>}
        </p>
        <p className={styles.email}>{member.email}</p>
      </div>
      <p className={styles.since}>Since {formatShortDate(member.createdAt)}</p>
      <div className={styles.role}>
        {!fixed && may('team:update') ? (
          <RoleSelect member={member} name={name} />
        ) : (
          <span className={styles.fixedRole}>{roleLabel(member.role)}</span>
        )}
      </div>
      <div className={styles.tools}>
        {!fixed && may('team:delete') && (
          <IconButton variant="danger" label={`Remove ${name}`} onClick={onRemove}>
            <UserMinus aria-hidden size={18} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function RoleSelect({ member, name }: { member: TeamMember; name: string }) {
  const changed = useTeamChanged();
  const change = useChangeMemberRole({
    mutation: {
      onSuccess: async ({ role }) => {
        await changed();
        showToast({ title: 'Role changed', description: `${name} is now ${withArticle(role)}.` });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Role not changed' });
      },
    },
  });
  return (
    <SelectField
      label={`Role of ${name}`}
      labelHidden
      name="role"
      error={undefined}
      disabled={change.isPending}
      // The choice is shown while it is being saved.
      value={change.isPending ? change.variables.data.role : member.role}
      options={assignableRoles}
      onValue={(role) => {
        change.mutate({ memberId: member.id, data: { role: role as TeamRole } });
      }}
    />
  );
}

const withArticle = (role: string): string => (/^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`);
