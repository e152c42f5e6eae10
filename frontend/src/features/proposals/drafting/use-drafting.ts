// Follows the drafting of one proposal. Server-sent events carry the progress; if a connection
// cannot be kept (a buffering proxy, a restarting server), the state is polled instead.
import '@/api/zod-without-eval';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { DraftingState } from '@/api/gen/model';
import {
  getGetDraftingQueryKey,
  getGetDraftingQueryOptions,
  getStreamDraftingUrl,
  useGetDrafting,
} from '@/api/gen/proposals/proposals';
import { GetDraftingResponse } from '@/api/gen/proposals/proposals.zod';
import { isOver } from './stages';

const ASK_AGAIN_MS = 1500;

const NOTHING: DraftingState = { status: 'queued', stage: 'analyzing', progress: 0 };

function parseEvent(data: unknown): DraftingState | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return GetDraftingResponse.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/**
 * `state` is the newest report; `error` means that the proposal's drafting cannot be read at all (deleted, or
 * not ours). `attempt` starts a new connection after a retry.
 */
export function useDrafting(id: string, attempt: number) {
  const queryClient = useQueryClient();
  const { data: state, error } = useGetDrafting(id, { query: { enabled: false } });

  const report = useEffectEvent((next: DraftingState) => {
    queryClient.setQueryData(getGetDraftingQueryKey(id), next);
  });
  const ask = useEffectEvent(async (): Promise<DraftingState> => {
    return await queryClient.query({ ...getGetDraftingQueryOptions(id), staleTime: 0 });
  });

  useEffect(() => {
    const events = new EventSource(getStreamDraftingUrl(id), { withCredentials: true });
    let timer: number | undefined;
    let stopped = false;

    const askUntilOver = async () => {
      const now = await ask().catch(() => undefined);
      if (stopped || isOver(now)) return;
      timer = window.setTimeout(() => void askUntilOver(), ASK_AGAIN_MS);
    };

    events.onmessage = ({ data }) => {
      const next = parseEvent(data);
      if (next === undefined) return;
      report(next);
      if (isOver(next)) events.close();
    };
    // The browser reconnects as long as it can; a closed source means that it gave up.
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) void askUntilOver();
    };

    return () => {
      stopped = true;
      events.close();
      window.clearTimeout(timer);
    };
  }, [id, attempt]);

  return { state: state ?? NOTHING, error: state === undefined ? error : null };
}
