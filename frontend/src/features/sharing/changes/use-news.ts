/**
 * The differences from the version that this visitor saw before: on an earlier visit, or on this
 * page before a reload.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Comparison, SharedProposal } from '@/api/gen/model';
import { getSharedChanges } from '@/api/gen/sharing/sharing';
import { newsSince, takeNote } from './last-seen';

export interface News {
  kind: 'visit' | 'stale';
  /** Absent if the server could not provide them. */
  changes?: Comparison;
  /** The total on the screen before. */
  totalBefore?: string;
}

const compare = (token: string, since: number): Promise<Comparison | undefined> =>
  getSharedChanges(token, { since }).catch(() => undefined);

const isEmpty = ({ titles, blocks, pricing, terms }: Comparison): boolean =>
  [titles, blocks, pricing, terms].every(({ length }) => length === 0);

export function useNews(token: string, proposal: SharedProposal) {
  const [news, setNews] = useState<News>();
  const shown = proposal.revision?.number;
  /** A change noticed on this page has its own message, and is requested once. */
  const telling = useRef(false);

  useEffect(() => {
    if (shown === undefined) return;
    let current = true;
    const since = newsSince(token, shown);
    if (since !== undefined && !telling.current) {
      void compare(token, since).then((changes) => {
        // Without a response there is nothing to show: it is requested again at the next visit in this tab.
        if (!current || !changes) return;
        // Sent again unchanged.
        if (isEmpty(changes)) takeNote(token);
        else setNews({ kind: 'visit', changes });
      });
    }
    return () => {
      current = false;
    };
  }, [token, shown]);

  /** Shows the changes since the revision on the screen, after it turned out to be outdated. */
  const tellStale = useCallback(
    async (before: SharedProposal) => {
      telling.current = true;
      const changes = before.revision && (await compare(token, before.revision.number));
      setNews({ kind: 'stale', totalBefore: before.totalAmount, ...(changes && { changes }) });
    },
    [token],
  );

  const dismiss = useCallback(() => {
    telling.current = false;
    takeNote(token);
    setNews(undefined);
  }, [token]);

  return { news, tellStale, dismiss };
}
