// The subscription page.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getGetSubscriptionStatusQueryOptions } from '@/api/gen/billing/billing';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';

export const billingRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.subscription,
    loader: () => {
      // Reloaded on every visit: trials end, payments arrive and members join elsewhere.
      ahead(queryClient.query({ ...getGetSubscriptionStatusQueryOptions(), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./subscription-page')).SubscriptionPage },
  },
];
