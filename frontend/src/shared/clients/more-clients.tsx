// How much of a list of clients is shown, and a button for more.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Client } from '@/api/gen/model';
import type { Page } from '@/api/pages';
import { formatCount } from '@/shared/lib/usage-format';
import { Button } from '@/shared/ui/button';
import styles from './more-clients.module.css';

interface MoreClientsProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<Client>>>;
  /** The number of clients on screen that are not in the loaded pages. */
  beside?: number;
}

export function MoreClients({ list, beside = 0 }: MoreClientsProps) {
  if (list.data === undefined || !list.hasNextPage) return null;
  const { pages } = list.data;
  const shown = beside + pages.reduce((sum, { items }) => sum + items.length, 0);
  const total = pages[0]?.total;
  return (
    <div className={styles.more}>
      {total !== undefined && (
        <p>
          Showing {formatCount(shown)} of {formatCount(total)} clients
        </p>
      )}
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more clients
      </Button>
      {list.isFetchNextPageError && <p role="alert">More clients could not be loaded. Try again.</p>}
    </div>
  );
}
