// The site in four figures: its users, the users of the assistant this month, and its cost.
import { useGetAdminSummary } from '@/api/gen/admin/admin';
import type { AdminSummary } from '@/api/gen/model';
import { formatCost, formatCount } from '@/shared/lib/usage-format';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './admin.module.css';
import { useRefusal } from './refusal';

const CARDS: readonly { name: string; value: (summary: AdminSummary) => string }[] = [
  { name: 'Total Users', value: ({ totalUsers }) => formatCount(totalUsers) },
  { name: 'Active This Month', value: ({ activeThisMonth }) => formatCount(activeThisMonth) },
  { name: 'Total Cost (Month)', value: ({ totalCostUsd }) => formatCost(totalCostUsd) },
  { name: 'Total Tokens', value: ({ totalTokens }) => formatCount(totalTokens) },
];

export function SummaryCards() {
  const { data, error, refetch } = useGetAdminSummary();
  useRefusal(error);
  if (data === undefined && error !== null) {
    return (
      <div className={styles.summaryFailed}>
        <LoadFailure inPanel what="the figures" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <dl className={styles.summary} aria-busy={data === undefined || undefined}>
      {CARDS.map(({ name, value }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{data === undefined ? <Skeleton width="4ch" height="1.2em" /> : value(data)}</dd>
        </div>
      ))}
    </dl>
  );
}
