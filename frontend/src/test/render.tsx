// Renders the real route tree at an address, with a fresh cache and the API mocked.
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { createMemoryRouter } from 'react-router';
import { App } from '@/app/app';
import { createRoutes } from '@/app/routes';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { createQueryClient } from '@/api/query-client';
import { leaveSignedOut } from '@/shared/session/signed-out';
import { user } from './data';
import { server } from './server';

/** Signed in as `user` unless a handler says otherwise: `handlers` come first. */
export function renderRoute(path: string, ...handlers: HttpHandler[]) {
  server.use(...handlers, getGetCurrentUserMockHandler(user));
  const queryClient = createQueryClient(leaveSignedOut);
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [path] });
  render(<App queryClient={queryClient} router={router} />);
  return { router, queryClient, user: userEvent.setup() };
}
