// One user of the site.
import type { ReactNode } from 'react';
import type { AdminUser } from '@/api/gen/model';
import { formatShortDate } from '@/shared/lib/format';
import { formatCost, formatCount } from '@/shared/lib/usage-format';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { UserMenu } from './user-menu';
import { isBlocked, shortId, shownName } from './user-words';
import styles from './users.module.css';

/** The actions that open a dialog. */
export type UserAction = 'assistant' | 'site-admin';

interface UserRowProps {
  user: AdminUser;
  onAction: (action: UserAction) => void;
}

export function UserRow({ user, onAction }: UserRowProps) {
  const may = useMay();
  const usage = user.currentMonthUsage;
  return (
    <tr role="row">
      <Cell label="User">
        <span className={styles.name}>{shownName(user)}</span>
        <span className={styles.id} title={user.id}>
          {shortId(user)}
        </span>
      </Cell>
      <Cell label="Email">{user.email}</Cell>
      <Cell label="Role">
        <Badge tone={user.isAdmin ? 'warning' : 'neutral'}>{user.isAdmin ? 'Admin' : 'User'}</Badge>
      </Cell>
      <Cell label="Status">
        <span className={styles.badges}>
          <Badge tone={user.emailVerified ? 'good' : 'neutral'}>
            {user.emailVerified ? 'Verified' : 'Unverified'}
          </Badge>
          {isBlocked(user) && <Badge tone="danger">Blocked</Badge>}
        </span>
      </Cell>
      <Cell label="Usage (Month)">
        <span>{counted(usage?.requestCount ?? 0, 'request')}</span>
        <span className={styles.tokens}>{counted(usage?.totalTokensUsed ?? 0, 'token')}</span>
      </Cell>
      <Cell label="Cost">{formatCost(usage?.totalCostUsd ?? '0')}</Cell>
      <Cell label="Joined">{formatShortDate(user.createdAt)}</Cell>
      {may('site:update') && (
        <td role="cell" className={styles.menu}>
          <UserMenu user={user} onAction={onAction} />
        </td>
      )}
    </tr>
  );
}

/** In a card the column's name precedes its value. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" data-label={label}>
      <div>{children}</div>
    </td>
  );
}

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
