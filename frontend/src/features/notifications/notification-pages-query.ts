// The user's notifications, page by page.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Notification } from '@/api/gen/model';
import { getListNotificationsQueryKey, getListNotificationsUrl } from '@/api/gen/notifications/notifications';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 30;

export const notificationPagesQuery = infiniteQueryOptions({
  queryKey: [...getListNotificationsQueryKey(), 'pages'],
  queryFn: ({ pageParam, signal }) => fetchPage<Notification>(pageParam, signal),
  initialPageParam: getListNotificationsUrl({ limit: PAGE_SIZE }),
  getNextPageParam: ({ next }) => next,
});
