// The screens of notifications: the list, the preferences (relative to the settings), and the
// unsubscribe page.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getGetNotificationPreferencesQueryOptions } from '@/api/gen/notifications/notifications';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';
import { notificationPagesQuery } from './notification-pages-query';

export const notificationsRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.notifications,
    loader: () => {
      ahead(queryClient.infiniteQuery({ ...notificationPagesQuery, staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./notifications-page')).NotificationsPage },
  },
];

export const notificationSettingsRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'notifications',
    loader: () => {
      ahead(queryClient.query({ ...getGetNotificationPreferencesQueryOptions(), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./preferences-page')).PreferencesPage },
  },
];

export const unsubscribeRoutes = (): RouteObject[] => [
  {
    path: paths.unsubscribe,
    lazy: { Component: async () => (await import('./unsubscribe-page')).UnsubscribePage },
  },
];
