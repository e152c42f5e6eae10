// The users of the site: their accounts, their usage this month, and the administrator's actions.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, UsersRound } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { SelectField } from '@/shared/forms/fields';
import { Notice } from '@/shared/ui/notice';
import { SearchBox } from '@/shared/ui/search-box';
import { PagedList } from '../paged-list';
import { RowsSkeleton } from '../rows-skeleton';
import { COLUMNS } from './columns';
import { useOrder } from './use-order';
import { firstDirection, userPagesQuery, type Order } from './user-pages-query';
import styles from './users.module.css';
import { UsersTable } from './users-table';

export function UsersPage() {
  const [params] = useSearchParams();
  const [order, setOrder] = useOrder();
  const search = params.get('search') ?? '';
  const list = useInfiniteQuery({ ...userPagesQuery(search, order), placeholderData: keepPreviousData });

  return (
    <PagedList
      list={list}
      noun="users"
      filtered={search !== ''}
      tools={
        <div className={styles.bar}>
          <SearchBox label="Search users" placeholder="Search by name or address" />
          <div className={styles.sortChoice}>
            <SortChoice order={order} onSort={setOrder} />
          </div>
        </div>
      }
      skeleton={
        <>
          <p role="status" className={styles.loading}>
            Loading users...
          </p>
          <RowsSkeleton />
        </>
      }
      empty={
        <Notice art={<UsersRound size={56} strokeWidth={1.4} />} title="No users yet">
          <p>Registered users appear here.</p>
        </Notice>
      }
      noMatch={
        <Notice art={<SearchX size={56} strokeWidth={1.4} />} title={`No user matches “${search}”`}>
          <p>The search looks at names and addresses. Try a shorter part.</p>
        </Notice>
      }
    >
      {(users) => <UsersTable users={users} order={order} onSort={setOrder} />}
    </PagedList>
  );
}

interface SortChoiceProps {
  order: Order;
  onSort: (order: Order) => void;
}

/** The order, for the card layout without column headers. */
function SortChoice({ order, onSort }: SortChoiceProps) {
  const orders = COLUMNS.flatMap(({ sort, label }) => {
    const first = firstDirection(sort);
    const ways = first === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
    return ways.map((direction) => ({
      sort,
      direction,
      value: `${sort} ${direction}`,
      label: `${label}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
    }));
  });
  return (
    <SelectField
      label="Sort by"
      labelHidden
      error={undefined}
      name="sort"
      value={`${order.sort} ${order.direction}`}
      options={orders}
      onValue={(value) => {
        const chosen = orders.find((one) => one.value === value);
        if (chosen !== undefined) onSort(chosen);
      }}
    />
  );
}
