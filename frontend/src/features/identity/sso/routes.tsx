// The page of single sign-on; its address is relative to the settings'.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getGetSsoConnectionQueryOptions } from '@/api/gen/identity/identity';
import { ahead } from '@/api/query-client';

export const ssoRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'sso',
    loader: () => {
      ahead(queryClient.query(getGetSsoConnectionQueryOptions()));
      return null;
    },
    lazy: { Component: async () => (await import('./sso-page')).SsoPage },
  },
];
