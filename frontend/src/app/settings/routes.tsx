// The settings: one frame, pages from several features. A page that the user may not see makes no
// call: its loader does not run, and the frame shows a message instead.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { usageRoutes } from '@/features/assistant/usage/routes';
import { keyRoutes } from '@/features/identity/keys/routes';
import { ssoRoutes } from '@/features/identity/sso/routes';
import { accountSettingsRoutes } from '@/features/identity/settings-routes';
import { notificationSettingsRoutes } from '@/features/notifications/routes';
import { workspacesRoutes } from '@/features/workspaces/routes';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { FramedRouteError } from '../route-error-page';
import { sectionAt } from './sections';

export function settingsRoutes(queryClient: QueryClient): RouteObject {
  const guarded = (route: RouteObject): RouteObject => {
    const permission = sectionAt(`${paths.settings}/${route.path ?? ''}`)?.permission;
    const { loader } = route;
    if (permission === undefined || typeof loader !== 'function' || route.index === true) return route;
    return {
      ...route,
      loader: async (args: LoaderFunctionArgs) => {
        const user = await queryClient.query(sessionQuery);
        return user?.permissions.includes(permission) === true ? await loader(args) : null;
      },
    };
  };

  return {
    path: paths.settings,
    lazy: { Component: async () => (await import('./settings-layout')).SettingsLayout },
    children: [
      { index: true, loader: () => redirect(paths.accountSettings) },
      {
        // A failing page keeps the navigation visible.
        ErrorBoundary: FramedRouteError,
        children: [
          ...accountSettingsRoutes(queryClient),
          ...notificationSettingsRoutes(queryClient),
          ...usageRoutes(queryClient),
          ...workspacesRoutes(queryClient),
          ...ssoRoutes(queryClient),
          ...keyRoutes(queryClient),
        ].map(guarded),
      },
    ],
  };
}
