// Screens of signing up and in. Light on purpose: none of them loads antd.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { paths, safeReturnPath } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';

export const identityRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.auth(),
    loader: async ({ request }) => {
      const user = await queryClient.query(sessionQuery);
      return user === null
        ? null
        : redirect(safeReturnPath(new URL(request.url).searchParams.get('returnTo')));
    },
    lazy: { Component: async () => (await import('./auth-page')).AuthPage },
  },
  {
    path: paths.verifyEmail,
    lazy: { Component: async () => (await import('./verify-email-page')).VerifyEmailPage },
  },
];
