// The table of users. On a phone its rows are cards; the roles are explicit, because browsers drop
// the table semantics then.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser, UserSort } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { Panel } from '@/shared/ui/panel';
import { AssistantDialog } from './assistant-dialog';
import { COLUMNS } from './columns';
import { SiteAdminDialog } from './site-admin-dialog';
import { firstDirection, type Order } from './user-pages-query';
import { UserRow, type UserAction } from './user-row';
import styles from './users.module.css';

interface UsersTableProps {
  users: readonly AdminUser[];
  order: Order;
  onSort: (order: Order) => void;
}

export function UsersTable({ users, order, onSort }: UsersTableProps) {
  const may = useMay();
  const [open, setOpen] = useState<{ user: AdminUser; action: UserAction } | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Panel className={styles.panel}>
      <table role="table" className={styles.table}>
        <caption className="visually-hidden">Users of the site</caption>
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <SortableHeader key={column.sort} {...column} order={order} onSort={onSort} />
            ))}
            {may('site:update') && (
              <th role="columnheader" scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onAction={(action) => {
                setOpen({ user, action });
              }}
            />
          ))}
        </tbody>
      </table>
      {open?.action === 'assistant' && <AssistantDialog user={open.user} onClose={close} />}
      {open?.action === 'site-admin' && <SiteAdminDialog user={open.user} onClose={close} />}
    </Panel>
  );
}

interface SortableHeaderProps {
  sort: UserSort;
  label: string;
  order: Order;
  onSort: (order: Order) => void;
}

function SortableHeader({ sort, label, order, onSort }: SortableHeaderProps) {
  const sorted = order.sort === sort;
  const ascending = order.direction === 'asc';
  const Arrow = ascending ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => {
          const direction = ascending ? 'desc' : 'asc';
          onSort({ sort, direction: sorted ? direction : firstDirection(sort) });
        }}
      >
        {label}
        {sorted && <Arrow aria-hidden size={14} />}
      </button>
    </th>
  );
}
