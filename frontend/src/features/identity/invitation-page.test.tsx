import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCurrentUserMockHandler, getLogoutMockHandler } from '@/api/gen/identity/identity.msw';
import type { CurrentUser } from '@/api/gen/model';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import {
  getAcceptInvitationMockHandler,
  getGetInvitationMockHandler,
  getRegisterByInvitationMockHandler,
} from '@/api/gen/workspaces/workspaces.msw';
import { company, emptyDashboard, user as ada } from '@/test/data';
import { failing, signedOut } from '@/test/handlers';
import { invitation } from '@/test/identity-data';
import { renderRoute } from '@/test/render';

const page = '/invitation?token=t-1';
const home = [getGetDashboardMockHandler(emptyDashboard), getGetCompanyMockHandler(company)];

const lighthouse = {
  id: '0197a000-0000-7000-8000-0000000000aa',
  name: 'Lighthouse Agency',
  role: 'member',
  countersign: false,
  etag: 'workspace-2',
};
const joined: CurrentUser = { ...ada, workspace: lighthouse, workspaces: [...ada.workspaces, lighthouse] };

describe('an open invitation', () => {
  it('says who invites into what as what', async () => {
    renderRoute(page, signedOut, getGetInvitationMockHandler({ ...invitation, role: 'admin' }));
    expect(await screen.findByRole('heading', { name: 'Join Lighthouse Agency' })).toBeInTheDocument();
    expect(screen.getByText('Grace Okafor')).toBeInTheDocument();
    expect(screen.getByText('an admin')).toBeInTheDocument();
  });

  it('sends who has an account to sign in and back', async () => {
    const { user, router } = renderRoute(page, signedOut, getGetInvitationMockHandler(invitation));
    await user.click(await screen.findByRole('link', { name: 'Sign in to accept' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(new URLSearchParams(router.state.location.search).get('returnTo')).toBe(page);
  });

  it('opens an account for who has none, at the fixed address', async () => {
    let sent: unknown;
    const { user, router, queryClient } = renderRoute(
      page,
      signedOut,
      getGetInvitationMockHandler({ ...invitation, hasAccount: false }),
      getRegisterByInvitationMockHandler(async ({ request }) => {
        sent = await request.json();
        return joined;
      }),
      ...home,
    );
    await user.type(await screen.findByLabelText(/^First name/), 'Ada');
    await user.type(screen.getByLabelText(/^Last name/), 'Berg');
    expect(screen.getByText('ada@harbor.example')).toBeInTheDocument();
    await user.type(screen.getByLabelText(/^Password/), 'Secret123{Enter}');
    expect(await screen.findByText('Welcome to Lighthouse Agency!')).toBeInTheDocument();
    expect(screen.getByText('Your account has been created successfully.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(sent).toEqual({ firstName: 'Ada', lastName: 'Berg', password: 'Secret123' });
    expect(queryClient.getQueryData(['/api/auth/user'])).toEqual(joined);
  });

  it('names what is wrong with each field', async () => {
    const { user } = renderRoute(
      page,
      signedOut,
      getGetInvitationMockHandler({ ...invitation, hasAccount: false }),
    );
    await user.click(await screen.findByRole('button', { name: 'Create Account and Join' }));
    expect(screen.getByText('First name is required')).toBeInTheDocument();
    expect(screen.getByText('Last name is required')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 8 characters')).toBeInTheDocument();
  });

  it('is accepted by the invited user, and clears the other workspace', async () => {
    const { user, router, queryClient } = renderRoute(
      page,
      getGetInvitationMockHandler({ ...invitation, email: 'Ada@Harbor.example' }),
      getAcceptInvitationMockHandler(joined),
      getListClientsMockHandler([]),
      ...home,
    );
    queryClient.setQueryData(['/api/clients'], ['of the other workspace']);
    await user.click(await screen.findByRole('button', { name: 'Accept Invitation' }));
    expect(await screen.findByText('Welcome to Lighthouse Agency!')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(queryClient.getQueryData(['/api/auth/user'])).toEqual(joined);
    expect(queryClient.getQueryData(['/api/clients'])).toBeUndefined();
  });

  it('shows where it stands when accepting is refused', async () => {
    let state: 'open' | 'expired' = 'open';
    const { user } = renderRoute(
      page,
      getGetInvitationMockHandler(() => ({ ...invitation, state })),
      failing('post', '/api/invitations/t-1/accept', {
        status: 409,
        code: 'invitation_expired',
        message: 'This invitation has expired.',
      }),
    );
    const accept = await screen.findByRole('button', { name: 'Accept Invitation' });
    state = 'expired';
    await user.click(accept);
    expect(await screen.findByText('This invitation has expired.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeInTheDocument();
  });

  it('asks another user to sign out, and continues from there', async () => {
    let out = false;
    const { user, router } = renderRoute(
      page,
      getGetCurrentUserMockHandler({ ...ada, email: 'bob@harbor.example' }),
      getGetInvitationMockHandler(invitation),
      getLogoutMockHandler(() => {
        out = true;
      }),
    );
    expect(await screen.findByText('You are signed in with another account')).toBeInTheDocument();
    expect(screen.getByText('bob@harbor.example')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept Invitation' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign out and continue' }));
    expect(await screen.findByRole('link', { name: 'Sign in to accept' })).toBeInTheDocument();
    expect(out).toBe(true);
    expect(router.state.location.search).toBe('?token=t-1');
  });
});

describe('an invitation that leads nowhere', () => {
  it.each([
    ['expired', 'This invitation has expired', /Ask Grace Okafor to send it again/],
    ['accepted', 'This invitation has already been accepted', /Sign in as ada@harbor\.example to open it/],
  ] as const)('says so when it is %s', async (state, title, advice) => {
    renderRoute(page, signedOut, getGetInvitationMockHandler({ ...invitation, state }));
    const heading = await screen.findByRole('heading', { name: title });
    expect(heading.parentElement).toHaveTextContent(advice);
    expect(screen.getByRole('link', { name: /Sign in|Back to Login/ })).toHaveAttribute('href', '/auth');
  });

  it.each([
    ['without a token', '/invitation', []],
    [
      'for a link nobody knows',
      page,
      [
        failing('get', '/api/invitations/t-1', {
          status: 404,
          code: 'invitation_not_found',
          message: 'Not found',
        }),
      ],
    ],
  ])('says so %s', async (_case, path, handlers) => {
    renderRoute(path, signedOut, ...handlers);
    expect(await screen.findByRole('heading', { name: 'Invitation not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/auth');
  });

  it('offers another try when it could not be loaded', async () => {
    const { user } = renderRoute(
      page,
      signedOut,
      failing('get', '/api/invitations/t-1', { status: 503, code: 'unavailable', message: 'Back soon.' }),
    );
    expect(await screen.findByText('Back soon.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back soon.')).toBeInTheDocument();
  });
});
