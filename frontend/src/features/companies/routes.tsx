// The company profile, and /setup, where a new workspace begins.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';

export const companiesRoutes = (queryClient: QueryClient): RouteObject[] => [
  { path: paths.setup, loader: () => redirect(paths.companyProfile) },
  {
    path: paths.companyProfile,
    loader: () => {
      ahead(queryClient.query(companyQuery));
      return null;
    },
    lazy: { Component: async () => (await import('./company-profile-page')).CompanyProfilePage },
  },
];
