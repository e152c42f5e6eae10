// The page with the user's usage of the assistant; its address is relative to the settings'.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getGetUsageQueryOptions } from '@/api/gen/assistant/assistant';
import { ahead } from '@/api/query-client';

export const usageRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'usage',
    loader: () => {
      // Again on every visit, because each answer of the assistant adds to it.
      ahead(queryClient.query({ ...getGetUsageQueryOptions(), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./usage-page')).UsagePage },
  },
];
