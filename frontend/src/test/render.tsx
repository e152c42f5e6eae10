// Renders the real route tree at an address, with a fresh cache and the API mocked.
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { createMemoryRouter } from 'react-router';
import { beforeAll, expect } from 'vitest';
import { App } from '@/app/app';
import { createRoutes } from '@/app/routes';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import {
  getGetCurrentUserMockHandler,
  getListSignInProvidersMockHandler,
} from '@/api/gen/identity/identity.msw';
import { getGetSiteMockHandler } from '@/api/gen/site/site.msw';
import { createQueryClient } from '@/api/query-client';
import { leaveSignedOut } from '@/shared/session/signed-out';
import { toastTrialExpired } from '@/shared/ui/toast/toast-store';
import { trial } from './billing-data';
import { user } from './data';
import { server } from './server';
import { site } from './site-data';

const modules = import.meta.glob(['/src/**/*.tsx', '!/src/**/*.test.tsx', '!/src/**/main.tsx']);

/**
 * Screens are separate chunks. The first test to use one would wait until it is loaded and compiled, which
 * takes seconds on a busy machine, and that is not what the tests wait for: so the chunks next to a test are
 * loaded first.
 */
beforeAll(async () => {
  const { testPath = '' } = expect.getState();
  const folder = testPath.slice(testPath.lastIndexOf('/src/'), testPath.lastIndexOf('/') + 1);
  const beside = Object.entries(modules).filter(([path]) => path.startsWith(folder));
  await Promise.all([import('@/app/member/member-layout'), ...beside.map(([, load]) => load())]);
}, 60_000);

/**
 * Signed in as `user`, in a trial workspace, on a site without single sign-on providers, unless a handler
 * says otherwise: `handlers` come first.
 */
export function renderRoute(path: string, ...handlers: HttpHandler[]) {
  server.use(
    ...handlers,
    getGetCurrentUserMockHandler(user),
    getGetSubscriptionStatusMockHandler(trial),
    getListSignInProvidersMockHandler([]),
    getGetSiteMockHandler(site),
  );
  const queryClient = createQueryClient(leaveSignedOut, toastTrialExpired);
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [path] });
  render(<App queryClient={queryClient} router={router} />);
  return { router, queryClient, user: userEvent.setup() };
}
