// The account's pages of the settings; the frame of the settings contains them.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import {
  getListIdentitiesQueryOptions,
  getListSessionsQueryOptions,
  getListSignInProvidersQueryOptions,
} from '@/api/gen/identity/identity';
import { ahead } from '@/api/query-client';

export const accountSettingsRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'account',
    lazy: { Component: async () => (await import('./account/account-page')).AccountPage },
  },
  {
    path: 'security',
    loader: () => {
      // Reloaded on every visit: other browsers sign in and out meanwhile.
      ahead(queryClient.query({ ...getListSessionsQueryOptions(), staleTime: 0 }));
      ahead(queryClient.query({ ...getListIdentitiesQueryOptions(), staleTime: 0 }));
      ahead(queryClient.query(getListSignInProvidersQueryOptions()));
      return null;
    },
    lazy: { Component: async () => (await import('./account/security-page')).SecurityPage },
  },
];
