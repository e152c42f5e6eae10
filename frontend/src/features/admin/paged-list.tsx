// A paged list of the dashboard: loading, failed, empty, without matches, or filled, with more
// pages.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '@/api/pages';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import styles from './paged-list.module.css';
import { useRefusal } from './refusal';

interface PagedListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** What it is a list of, in the plural. */
  noun: string;
  /** The search and the filters above it. Hidden if the list is empty without them. */
  tools?: ReactNode;
  /** A search or filter is active. */
  filtered: boolean;
  /** Shown while the list is loading. */
  skeleton: ReactNode;
  /** Shown if there are no entries. */
  empty: ReactNode;
  /** Shown if nothing matches the search. */
  noMatch?: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function PagedList<Item>({
  list,
  noun,
  tools,
  filtered,
  skeleton,
  empty,
  noMatch,
  children,
}: PagedListProps<Item>) {
  useRefusal(list.error);
  const items = list.data?.pages.flatMap((page) => page.items);
  // Results of the previous search must not be shown for this one.
  const none = items?.length === 0 && !list.isPlaceholderData;
  return (
    <>
      {(filtered || !none) && tools}
      <p role="status" className="visually-hidden">
        {filtered && items !== undefined && `Found: ${String(items.length)}`}
      </p>
      {list.isError && items === undefined && (
        <LoadFailure what={`the ${noun}`} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || (list.isPlaceholderData && items?.length === 0)) && skeleton}
      {none && (filtered ? noMatch : empty)}
      {items !== undefined && items.length > 0 && (
        <div className={styles.items} data-stale={list.isPlaceholderData || undefined}>
          {children(items)}
        </div>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more {noun}
          </Button>
        </div>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className={styles.moreFailed}>
          More {noun} could not be loaded. Try again.
        </p>
      )}
    </>
  );
}
