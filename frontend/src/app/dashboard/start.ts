// Requests the dashboard's data while its code is loading, and on every visit: clients change a
// proposal's status.
import type { QueryClient } from '@tanstack/react-query';
import { getGetDashboardQueryOptions } from '@/api/gen/proposals/proposals';
import { ahead } from '@/api/query-client';
import { startBanner } from '@/shared/billing/start-banner';
import { companyQuery } from '@/shared/session/company';

export function startDashboard(queryClient: QueryClient): void {
  ahead(queryClient.query({ ...getGetDashboardQueryOptions(), staleTime: 0 }));
  ahead(queryClient.query(companyQuery));
  startBanner(queryClient);
}
