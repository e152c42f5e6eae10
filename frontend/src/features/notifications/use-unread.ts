// The unread count, pushed by the server while the app is open. If a connection cannot be kept, it
// is polled instead.
import '@/api/zod-without-eval';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Unread } from '@/api/gen/model';
import {
  getCountUnreadQueryKey,
  getCountUnreadQueryOptions,
  getListNotificationsQueryKey,
  getStreamNotificationsUrl,
  useCountUnread,
} from '@/api/gen/notifications/notifications';
import { CountUnreadResponse } from '@/api/gen/notifications/notifications.zod';

const ASK_AGAIN_MS = 60_000;

function parseEvent(data: unknown): Unread | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return CountUnreadResponse.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** Zero until the first event. One component of a page keeps the connection: the bell. */
export function useUnread(): number {
  const queryClient = useQueryClient();
  const { data } = useCountUnread({ query: { enabled: false } });

  const report = useEffectEvent((next: Unread) => {
    queryClient.setQueryData(getCountUnreadQueryKey(), next);
    // Lists on the screen are outdated now.
    void queryClient.invalidateQueries({ queryKey: getListNotificationsQueryKey() });
  });
  const ask = useEffectEvent(async () => {
    await queryClient.query({ ...getCountUnreadQueryOptions(), staleTime: 0 });
  });

  useEffect(() => {
    const events = new EventSource(getStreamNotificationsUrl(), { withCredentials: true });
    let timer: number | undefined;
    events.onmessage = ({ data: text }) => {
      const next = parseEvent(text);
      if (next !== undefined) report(next);
    };
    // The browser reconnects as long as it can; a closed source means that it gave up.
    events.onerror = () => {
      if (events.readyState !== EventSource.CLOSED || timer !== undefined) return;
      void ask().catch(() => undefined);
      timer = window.setInterval(() => void ask().catch(() => undefined), ASK_AGAIN_MS);
    };
    return () => {
      events.close();
      window.clearInterval(timer);
    };
  }, []);

  return data?.unread ?? 0;
}
