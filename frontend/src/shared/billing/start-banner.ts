// The data of the plan banner is requested with its screen, and again on every visit: trials end and payments
// fail elsewhere.
import type { QueryClient } from '@tanstack/react-query';
import { getGetSubscriptionStatusQueryOptions } from '@/api/gen/billing/billing';
import { ahead } from '@/api/query-client';
import { sessionQuery } from '@/shared/session/session';

export function startBanner(queryClient: QueryClient): void {
  ahead(start(queryClient));
}

async function start(queryClient: QueryClient): Promise<void> {
  const user = await queryClient.query(sessionQuery);
  if (user?.permissions.includes('subscription:read') !== true) return;
  await queryClient.query({ ...getGetSubscriptionStatusQueryOptions(), staleTime: 0 });
}
