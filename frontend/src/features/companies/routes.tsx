// The setup of a new workspace, and the company profile.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { getListProposalTemplatesQueryOptions } from '@/api/gen/companies/companies';
import type { CurrentUser } from '@/api/gen/model';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { sessionQuery } from '@/shared/session/session';
import { leaveSignedOut } from '@/shared/session/signed-out';

/** The designs are needed only if the user may set something up. */
async function startSetup(queryClient: QueryClient, { permissions }: CurrentUser): Promise<void> {
  const company = await queryClient.query(companyQuery);
  if (company === null && permissions.includes('company:create'))
    await queryClient.query(getListProposalTemplatesQueryOptions());
}

/** Not among the screens that redirect straight to the sign-in: this one shows a message first. */
export const setupRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.setup,
    loader: async () => {
      const user = await queryClient.query(sessionQuery);
      if (user === null) {
        leaveSignedOut();
        return null;
      }
      ahead(startSetup(queryClient, user));
      return null;
    },
    lazy: { Component: async () => (await import('./setup/setup-page')).SetupPage },
  },
];

export const companiesRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.companyProfile,
    loader: () => {
      ahead(queryClient.query(companyQuery));
      return null;
    },
    lazy: { Component: async () => (await import('./profile/company-profile-page')).CompanyProfilePage },
  },
  { path: paths.brandSettings, loader: () => redirect(paths.templateDesign) },
];
