// Every screen by its address. A route starts its data and its chunk at the same moment; the session is known before
// anything renders. Signed-in screens sit in the member frame, which brings the header and antd's theme.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { billingRoutes } from '@/features/billing/routes';
import { clientsRoutes } from '@/features/clients/routes';
import { companiesRoutes, setupRoutes } from '@/features/companies/routes';
import { identityRoutes } from '@/features/identity/routes';
import { evidenceRoutes } from '@/features/evidence/routes';
import { notificationsRoutes, unsubscribeRoutes } from '@/features/notifications/routes';
import { proposalsRoutes } from '@/features/proposals/routes';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { FullPageSpinner } from '@/shared/ui/spinner';
import { startDashboard } from './dashboard/start';
import { NotFoundPage } from './not-found-page';
import { RouteErrorPage } from './route-error-page';
import { settingsRoutes } from './settings/routes';

export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const session = () => queryClient.query(sessionQuery);

  return [
    {
      HydrateFallback: FullPageSpinner,
      ErrorBoundary: RouteErrorPage,
      loader: async () => {
        await session();
        return null;
      },
      children: [
        {
          path: paths.home,
          action: async (args) =>
            (await import('./member/switch-workspace')).switchWorkspace(queryClient, args),
          loader: async () => ((await session()) === null ? null : startDashboard(queryClient)),
          lazy: { Component: async () => (await import('./home-page')).HomePage },
        },
        ...identityRoutes(queryClient),
        ...evidenceRoutes(),
        ...unsubscribeRoutes(),
        {
          // Without the middleware: who is not signed in is told so before being sent away.
          lazy: { Component: async () => (await import('./member/member-layout')).MemberLayout },
          children: [{ ErrorBoundary: RouteErrorPage, children: setupRoutes(queryClient) }],
        },
        {
          // Middleware, not a loader: loaders of one address run side by side, and no private call may go out before this.
          middleware: [
            async ({ request }) => {
              if ((await session()) !== null) return;
              const { pathname, search } = new URL(request.url);
              throw redirect(paths.auth({ returnTo: pathname + search }));
            },
          ],
          lazy: { Component: async () => (await import('./member/member-layout')).MemberLayout },
          children: [
            {
              // A screen that fails leaves the header standing.
              ErrorBoundary: RouteErrorPage,
              children: [
                ...clientsRoutes(queryClient),
                ...proposalsRoutes(queryClient),
                ...companiesRoutes(queryClient),
                ...billingRoutes(queryClient),
                ...notificationsRoutes(queryClient),
                settingsRoutes(queryClient),
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ];
}
