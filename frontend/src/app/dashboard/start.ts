// What the dashboard shows is requested while its code is still loading, and again on every visit: clients change a
// proposal's status from outside. Without a company profile, setting one up comes first.
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { getGetDashboardQueryOptions } from '@/api/gen/proposals/proposals';
import { ahead } from '@/api/query-client';
import { startBanner } from '@/shared/billing/start-banner';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { sessionQuery } from '@/shared/session/session';

export async function startDashboard(queryClient: QueryClient): Promise<Response | null> {
  ahead(queryClient.query({ ...getGetDashboardQueryOptions(), staleTime: 0 }));
  startBanner(queryClient);
  // A failure here is no reason to keep the dashboard back.
  const company = await queryClient.query(companyQuery).catch(() => undefined);
  if (company !== null) return null;
  // Who may not make one works without it.
  const user = await queryClient.query(sessionQuery);
  return user?.permissions.includes('company:create') === true ? redirect(paths.setup) : null;
}
