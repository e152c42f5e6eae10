import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getChangePasswordMockHandler,
  getGetCurrentUserMockHandler,
  getListIdentitiesMockHandler,
  getListSessionsMockHandler,
  getListSignInProvidersMockHandler,
  getRevokeOtherSessionsMockHandler,
  getRevokeSessionMockHandler,
  getUnlinkIdentityMockHandler,
} from '@/api/gen/identity/identity.msw';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { identity, phoneSession, provider, session } from '@/test/identity-data';
import { renderRoute } from '@/test/render';

const show = (...handlers: HttpHandler[]) =>
  renderRoute(
    '/settings/security',
    ...handlers,
    getListSessionsMockHandler([session, phoneSession]),
    getListIdentitiesMockHandler([]),
  );

describe('password', () => {
  it('is changed with the current one, and the fields are empty afterwards', async () => {
    let sent: unknown;
    const { user } = show(
      getChangePasswordMockHandler(async ({ request }) => {
        sent = await request.json();
      }),
    );
    await user.type(await screen.findByLabelText(/^Current password/), 'Secret123');
    await user.type(screen.getByLabelText(/^New password/), 'Better1234{Enter}');
    expect(await screen.findByText('Password changed')).toBeInTheDocument();
    expect(sent).toEqual({ currentPassword: 'Secret123', newPassword: 'Better1234' });
    expect(screen.getByLabelText(/^Current password/)).toHaveValue('');
    expect(screen.getByLabelText(/^New password/)).toHaveValue('');
  });

  it('is set without one by who has none', async () => {
    let sent: unknown;
    const { user } = show(
      getGetCurrentUserMockHandler({ ...ada, hasPassword: false }),
      getChangePasswordMockHandler(async ({ request }) => {
        sent = await request.json();
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Set a password' })).toBeInTheDocument();
    expect(screen.queryByLabelText(/^Current password/)).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/^New password/), 'Better1234{Enter}');
    expect(await screen.findByText('Password set')).toBeInTheDocument();
    expect(sent).toEqual({ newPassword: 'Better1234' });
    expect(screen.getByLabelText(/^Current password/)).toBeInTheDocument();
  });

  it('says at the field that the current one is wrong, and keeps the new one', async () => {
    const { user } = show(
      failing('put', '/api/account/password', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'currentPassword', code: 'wrong', message: 'This is not your password' }],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Change Password' }));
    expect(screen.getByLabelText(/^Current password/)).toHaveAccessibleDescription(
      'Please enter your current password',
    );
    await user.type(screen.getByLabelText(/^Current password/), 'Wrong1234');
    await user.type(screen.getByLabelText(/^New password/), 'Better1234{Enter}');
    await screen.findByText('This is not your password');
    expect(screen.getByLabelText(/^Current password/)).toHaveFocus();
    expect(screen.getByLabelText(/^New password/)).toHaveValue('Better1234');
  });
});

describe('sessions', () => {
  it('name browser and system, and mark this one', async () => {
    show();
    const here = await screen.findByText('Chrome on macOS');
    expect(within(here).getByText('This browser')).toBeInTheDocument();
    const phone = screen.getByText('Safari on iPhone').closest('li');
    expect(phone).toHaveTextContent('2001:db8::7');
    expect(phone?.querySelector('time')).toHaveAttribute('title', expect.stringContaining('2026'));
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on macOS' })).not.toBeInTheDocument();
  });

  it('are signed out one by one', async () => {
    let revoked: unknown;
    const { user } = show(
      getRevokeSessionMockHandler(({ params }) => {
        revoked = params.sessionId;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() => {
      expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    });
    expect(revoked).toBe(phoneSession.id);
    expect(screen.getByText('Chrome on macOS')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('are signed out all at once, but for this one', async () => {
    const { user } = show(getRevokeOtherSessionsMockHandler());
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText('Signed out everywhere else')).toBeInTheDocument();
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    expect(screen.getByText('Chrome on macOS')).toBeInTheDocument();
  });

  it('stay in the list when that fails', async () => {
    const { user } = show(
      failing('delete', `/api/account/sessions/${phoneSession.id}`, {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Out of order.')).toBeInTheDocument();
    expect(screen.getByText('Safari on iPhone')).toBeInTheDocument();
  });

  it('are asked for again after a failure', async () => {
    let fail = true;
    const { user } = show(
      http.get('*/api/account/sessions', () =>
        fail ? HttpResponse.json({ message: 'Back soon.' }, { status: 503 }) : HttpResponse.json([session]),
      ),
    );
    expect(await screen.findByText('We couldn’t load your sessions.')).toBeInTheDocument();
    fail = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Chrome on macOS')).toBeInTheDocument();
  });
});

describe('linked sign-ins', () => {
  it('offer what is not linked yet, and come back here', async () => {
    show(getListSignInProvidersMockHandler([provider]));
    expect(await screen.findByRole('link', { name: 'Link Harbor ID' })).toHaveAttribute(
      'href',
      '/api/auth/oidc/harbor-id/start?link=1&returnTo=%2Fsettings%2Fsecurity',
    );
  });

  it('are unlinked, and can be linked again', async () => {
    const { user } = show(
      getListSignInProvidersMockHandler([provider]),
      getListIdentitiesMockHandler([identity]),
      getUnlinkIdentityMockHandler(),
    );
    const unlink = await screen.findByRole('button', { name: 'Unlink Harbor ID' });
    expect(screen.queryByRole('link', { name: 'Link Harbor ID' })).not.toBeInTheDocument();
    await user.click(unlink);
    expect(await screen.findByRole('link', { name: 'Link Harbor ID' })).toBeInTheDocument();
    expect(screen.getByText('No provider is linked yet.')).toBeInTheDocument();
  });

  it('keep the last way in, and say so beside it', async () => {
    const { user } = show(
      getListIdentitiesMockHandler([identity]),
      failing('delete', `/api/account/identities/${identity.id}`, {
        status: 409,
        code: 'last_way_in',
        message: 'Set a password first: this is your only way to sign in.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Unlink Harbor ID' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Set a password first');
    expect(screen.getByText('Harbor ID')).toBeInTheDocument();
  });
});
