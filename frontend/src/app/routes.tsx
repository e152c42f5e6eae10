// Every screen by its address. A route starts its data and its chunk at the same time; the session
// is loaded before anything renders. Signed-in screens are inside the member frame, which provides
// the header and antd's theme.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type MiddlewareFunction, type RouteObject } from 'react-router';
import { getGetSiteQueryOptions } from '@/api/gen/site/site';
import { ahead } from '@/api/query-client';
import { adminRoutes } from '@/features/admin/routes';
import { billingRoutes } from '@/features/billing/routes';
import { clientsRoutes } from '@/features/clients/routes';
import { companiesRoutes, setupRoutes } from '@/features/companies/routes';
import { contactRoutes } from '@/features/contact/routes';
import { identityRoutes } from '@/features/identity/routes';
import { evidenceRoutes } from '@/features/evidence/routes';
import { notificationsRoutes, unsubscribeRoutes } from '@/features/notifications/routes';
import { proposalsRoutes } from '@/features/proposals/routes';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { FullPageSpinner } from '@/shared/ui/spinner';
import { startDashboard } from './dashboard/start';
import { NotFoundPage } from './not-found-page';
import { FramedRouteError, RouteErrorPage } from './route-error-page';
import { settingsRoutes } from './settings/routes';

export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const session = () => queryClient.query(sessionQuery);
  // Middleware, not a loader: loaders of one address run in parallel, and no private call may be
  // sent before this.
  const signedIn: MiddlewareFunction = async ({ request }) => {
    if ((await session()) !== null) return;
    const { pathname, search } = new URL(request.url);
    throw redirect(paths.auth({ returnTo: pathname + search }));
  };

  const startSite = () => {
    ahead(queryClient.query(getGetSiteQueryOptions()));
    return null;
  };

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
          loader: async () => {
            if ((await session()) === null) return startSite();
            startDashboard(queryClient);
            return null;
          },
          lazy: { Component: async () => (await import('./home-page')).HomePage },
        },
        {
          path: paths.privacyPolicy,
          loader: startSite,
          lazy: { Component: async () => (await import('./policies/policy-screens')).PrivacyScreen },
        },
        {
          path: paths.termsOfService,
          loader: startSite,
          lazy: { Component: async () => (await import('./policies/policy-screens')).TermsScreen },
        },
        ...identityRoutes(queryClient),
        ...evidenceRoutes(),
        ...contactRoutes(queryClient),
        ...unsubscribeRoutes(),
        {
          // Without the middleware: signed-out users get a message before the redirect.
          lazy: { Component: async () => (await import('./member/member-layout')).MemberLayout },
          children: [{ ErrorBoundary: FramedRouteError, children: setupRoutes(queryClient) }],
        },
        {
          middleware: [signedIn],
          lazy: { Component: async () => (await import('./admin-layout')).AdminLayout },
          children: [{ ErrorBoundary: FramedRouteError, children: adminRoutes(queryClient) }],
        },
        {
          middleware: [signedIn],
          lazy: { Component: async () => (await import('./member/member-layout')).MemberLayout },
          children: [
            {
              // A failing screen keeps the header visible.
              ErrorBoundary: FramedRouteError,
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
