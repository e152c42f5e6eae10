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
  /** None where the server could not say. */
  changes?: Comparison;
  /** What was on the screen before. */
  totalBefore?: string;
}

const compare = (token: string, since: number): Promise<Comparison | undefined> =>
  getSharedChanges(token, { since }).catch(() => undefined);

const isEmpty = ({ titles, blocks, pricing, terms }: Comparison): boolean =>
  [titles, blocks, pricing, terms].every(({ length }) => length === 0);

export function useNews(token: string, proposal: SharedProposal) {
  const [news, setNews] = useState<News>();
  const shown = proposal.revision?.number;
  /** A change that was noticed on this page is told in its own words, and asked for once. */
  const telling = useRef(false);

  useEffect(() => {
    if (shown === undefined) return;
    let current = true;
    const since = newsSince(token, shown);
    if (since !== undefined && !telling.current) {
      void compare(token, since).then((changes) => {
        // Without an answer there is nothing to tell: it is asked again at the next visit of this tab.
        if (!current || !changes) return;
        // Sent again as it was.
        if (isEmpty(changes)) takeNote(token);
        else setNews({ kind: 'visit', changes });
      });
    }
    return () => {
      current = false;
    };
  }, [token, shown]);

  /** Tells what changed since the revision that was on the screen, after it turned out not to be the last. */
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
