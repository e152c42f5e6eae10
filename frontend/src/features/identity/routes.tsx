// Screens for signing up and in, and for mailed links. They avoid antd to stay small.
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { getListSignInProvidersQueryOptions } from '@/api/gen/identity/identity';
import { getGetInvitationQueryOptions } from '@/api/gen/workspaces/workspaces';
import { ahead } from '@/api/query-client';
import { paths, safeReturnPath } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';

/**
 * How long the screen waits for the content below its form, so that nothing moves under the
 * pointer.
 */
const PROVIDERS_WAIT_MS = 500;

export const identityRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.auth(),
    loader: async ({ request }) => {
      // Both at once; sign-in works without the providers, so a slow response does not block it.
      const providers = Promise.race([
        queryClient.query(getListSignInProvidersQueryOptions()).catch(() => undefined),
        new Promise((over) => setTimeout(over, PROVIDERS_WAIT_MS)),
      ]);
      const user = await queryClient.query(sessionQuery);
      if (user === null) {
        await providers;
        return null;
      }
      const asked = new URL(request.url).searchParams;
      const ssoError = asked.get('ssoError');
      // Linking a provider to the signed-in account failed: the screen that offers it shows why.
      if (ssoError !== null) return redirect(paths.linkingFailed(ssoError));
      return redirect(safeReturnPath(asked.get('returnTo')));
    },
    lazy: { Component: async () => (await import('./auth-page')).AuthPage },
  },
  {
    path: paths.verifyEmail,
    lazy: { Component: async () => (await import('./verify-email-page')).VerifyEmailPage },
  },
  {
    path: paths.resetPassword,
    lazy: { Component: async () => (await import('./reset-password-page')).ResetPasswordPage },
  },
  {
    path: paths.invitation(),
    loader: ({ request }) => {
      const token = new URL(request.url).searchParams.get('token');
      if (token !== null && token !== '') ahead(queryClient.query(getGetInvitationQueryOptions(token)));
      return null;
    },
    lazy: { Component: async () => (await import('./invitation-page')).InvitationPage },
  },
];
