import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getLogoutMockHandler } from '@/api/gen/identity/identity.msw';
import { client } from '@/test/data';
import { safeReturnPath } from '@/shared/paths';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';

describe('routes', () => {
  it('shows the landing page to the signed-out', async () => {
    renderRoute('/', signedOut);
    expect(await screen.findByRole('link', { name: 'Start Building Proposals' })).toHaveAttribute(
      'href',
      '/auth?tab=register',
    );
  });

  it('asks for a sign-in before a private screen and remembers where to go', async () => {
    const { router } = renderRoute('/proposals/new?clientId=7', signedOut);
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(router.state.location.search).toBe(`?returnTo=${encodeURIComponent('/proposals/new?clientId=7')}`);
  });

  it.each(['/settings/account', '/settings/security', '/clients?search=a%26b', '/proposals/1/edit'])(
    'leads from %s to the sign-in and back',
    async (path) => {
      const { router } = renderRoute(path, signedOut);
      expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
      const returnTo = new URLSearchParams(router.state.location.search).get('returnTo');
      expect(returnTo).toBe(path);
      expect(safeReturnPath(returnTo)).toBe(path);
    },
  );

  it('has a page for addresses that do not exist', async () => {
    renderRoute('/nowhere');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument();
  });

  it('says so when the session could not be loaded', async () => {
    renderRoute(
      '/',
      failing('get', '/api/auth/user', { status: 503, code: 'unavailable', message: 'Back soon.' }),
    );
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    expect(screen.getByText(/Back soon\./)).toBeInTheDocument();
  });
});

describe('signing out', () => {
  it('forgets what was loaded and goes home', async () => {
    const { user, router, queryClient } = renderRoute(
      '/clients',
      getListClientsMockHandler([client]),
      getLogoutMockHandler(),
    );
    await screen.findByRole('heading', { name: 'Northwind Dental' });
    await user.click(screen.getByRole('button', { name: 'Ada Berg, account menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByText('You have been successfully logged out.')).toBeInTheDocument();
    expect(screen.getByText('Logged out')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain('Northwind');
  });

  it('stays when the server refuses', async () => {
    const { user, router } = renderRoute(
      '/clients',
      getListClientsMockHandler([client]),
      failing('post', '/api/logout', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    await screen.findByRole('heading', { name: 'Northwind Dental' });
    await user.click(screen.getByRole('button', { name: 'Ada Berg, account menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByText('Logout failed')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/clients');
  });
});

describe('a session that ended', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is announced, then leads to the sign-in page', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', Object.assign(new URL('/clients', window.location.href), { assign }));
    renderRoute(
      '/clients',
      failing('get', '/api/clients', { status: 401, code: 'unauthenticated', message: 'Unauthorized' }),
    );
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeInTheDocument();
    expect(assign).not.toHaveBeenCalled();
    await waitFor(() => {
      expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fclients');
    });
  });
});
