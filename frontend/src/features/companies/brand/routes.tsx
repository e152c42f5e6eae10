// The page of the settings about how proposals look; its address is relative to the settings'.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import {
  getGetTemplatePreferencesQueryOptions,
  getListProposalTemplatesQueryOptions,
} from '@/api/gen/companies/companies';
import { ahead } from '@/api/query-client';

export const brandRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'brand',
    loader: () => {
      ahead(queryClient.query(getListProposalTemplatesQueryOptions()));
      ahead(queryClient.query(getGetTemplatePreferencesQueryOptions()));
      return null;
    },
    lazy: { Component: async () => (await import('./brand-page')).BrandPage },
  },
];
