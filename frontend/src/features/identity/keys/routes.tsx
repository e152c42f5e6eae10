// The page of the API keys; its address is relative to the settings'.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getListApiKeysQueryOptions } from '@/api/gen/identity/identity';
import { ahead } from '@/api/query-client';

export const keyRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'api-keys',
    loader: () => {
      // Again on every visit, for the time of last use.
      ahead(queryClient.query({ ...getListApiKeysQueryOptions(), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./api-keys-page')).ApiKeysPage },
  },
];
