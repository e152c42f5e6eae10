/**
 * The differences from the version that this visitor saw before: on an earlier visit, or on this
 * page before a reload.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Comparison, SharedProposal } from '@/api/gen/model';
import { getSharedChanges } from '@/api/gen/sharing/sharing';
import { revisionToCompare, acknowledge } from './last-seen';

export interface UnseenChanges {
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

export function useUnseenChanges(token: string, proposal: SharedProposal) {
  const [unseen, setUnseen] = useState<UnseenChanges>();
  const shown = proposal.revision?.number;
  /** A change noticed on this page has its own message, and is requested once. */
  const isStale = useRef(false);

  useEffect(() => {
    if (shown === undefined) return;
    let current = true;
    const since = revisionToCompare(token, shown);
    if (since !== undefined && !isStale.current) {
      void compare(token, since).then((changes) => {
        // Without a response there is nothing to show: it is requested again at the next visit in this tab.
        if (!current || !changes) return;
        // Sent again unchanged.
        if (isEmpty(changes)) acknowledge(token);
        else setUnseen({ kind: 'visit', changes });
      });
    }
    return () => {
      current = false;
    };
  }, [token, shown]);

  /** Shows the changes since the revision on the screen, after it turned out to be outdated. */
  const showStale = useCallback(
    async (before: SharedProposal) => {
      isStale.current = true;
      const changes = before.revision && (await compare(token, before.revision.number));
      setUnseen({ kind: 'stale', totalBefore: before.totalAmount, ...(changes && { changes }) });
    },
    [token],
  );

  const dismiss = useCallback(() => {
    isStale.current = false;
    acknowledge(token);
    setUnseen(undefined);
  }, [token]);

  return { unseen, showStale, dismiss };
}
