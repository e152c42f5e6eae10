/** Loads the shared proposal and keeps the related state of the page: its status, and the changes since. */
import { startTransition, useCallback, useEffect, useState } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { getSharedProposal } from '@/api/gen/sharing/sharing';
import { isProblem } from '@/api/problem';

export type Loaded =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed' }
  | { state: 'ready'; proposal: SharedProposal };

async function load(token: string): Promise<Loaded> {
  try {
    return { state: 'ready', proposal: await getSharedProposal(token) };
  } catch (error) {
    return isProblem(error) && error.status === 404 ? { state: 'missing' } : { state: 'failed' };
  }
}

export function useSharedProposal(token: string) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });

  useEffect(() => {
    let current = true;
    void load(token).then((next) => {
      if (!current) return;
      // A long document is rendered in slices, between which a phone still responds to touch.
      startTransition(() => {
        setLoaded(next);
      });
    });
    return () => {
      current = false;
    };
  }, [token]);

  /** Fetches again and returns the result; a failure leaves the page unchanged. */
  const reload = useCallback(async () => {
    const next = await load(token);
    if (next.state === 'ready' || next.state === 'missing') setLoaded(next);
    return next;
  }, [token]);

  const retry = useCallback(async () => {
    setLoaded({ state: 'loading' });
    setLoaded(await load(token));
  }, [token]);

  const update = useCallback((proposal: SharedProposal) => {
    setLoaded({ state: 'ready', proposal });
  }, []);

  return { loaded, reload, retry, update };
}
