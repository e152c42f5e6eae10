import { act, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  getForgotPasswordMockHandler,
  getListIdentitiesMockHandler,
  getListSessionsMockHandler,
  getListSignInProvidersMockHandler,
  getLoginMockHandler,
  getRegisterMockHandler,
  getResendVerificationMockHandler,
  getStartSsoMockHandler,
} from '@/api/gen/identity/identity.msw';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { user as ada } from '@/test/data';
import { failing, signedOut, unreachable } from '@/test/handlers';
import { provider } from '@/test/identity-data';
import { renderRoute } from '@/test/render';

const password = () => screen.getByLabelText(/^Password/);
const email = () => screen.getByLabelText(/^Email/);

describe('sign in', () => {
  it('names what is wrong with each field, and takes the focus to the first', async () => {
    const { user } = renderRoute('/auth', signedOut);
    await user.type(await screen.findByLabelText(/^Password/), 'short');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(email()).toHaveAccessibleDescription('Invalid email address');
    expect(password()).toHaveAccessibleDescription('Password must be at least 8 characters');
    expect(email()).toHaveFocus();
  });

  it('signs in and goes to where the visitor was heading', async () => {
    let sent: unknown;
    const { user, router } = renderRoute(
      '/auth?returnTo=%2Fclients',
      signedOut,
      getLoginMockHandler(async ({ request }) => {
        sent = await request.json();
        return ada;
      }),
      getListClientsMockHandler([]),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.type(password(), 'Secret123{Enter}');
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/clients');
    expect(sent).toEqual({ email: 'ada@harbor.example', password: 'Secret123' });
    expect(screen.getByText('You have successfully logged in.')).toBeInTheDocument();
  });

  it('keeps what was typed when the password is wrong', async () => {
    const { user } = renderRoute(
      '/auth',
      signedOut,
      failing('post', '/api/login', {
        status: 401,
        code: 'invalid_credentials',
        message: 'Invalid email or password',
      }),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.type(password(), 'Wrong1234{Enter}');
    expect(await screen.findByText('Login failed')).toBeInTheDocument();
    expect(screen.getByText('Invalid email or password')).toBeInTheDocument();
    expect(email()).toHaveValue('ada@harbor.example');
    expect(password()).toHaveValue('Wrong1234');
  });

  it('offers another mail to an address that was never verified', async () => {
    let resentTo: unknown;
    const { user } = renderRoute(
      '/auth',
      signedOut,
      failing('post', '/api/login', {
        status: 403,
        code: 'email_not_verified',
        message: 'Please verify your email address before signing in.',
      }),
      getResendVerificationMockHandler(async ({ request }) => {
        resentTo = await request.json();
        return { message: 'sent' };
      }),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.type(password(), 'Secret123{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeInTheDocument();
    expect(resentTo).toEqual({ email: 'ada@harbor.example' });
  });

  it('says how long to wait after too many attempts, and when the wait is over', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    });
    const { user } = renderRoute(
      '/auth',
      signedOut,
      failing('post', '/api/login', {
        status: 429,
        code: 'rate_limited',
        message: 'Too many attempts.',
        retryAfter: 45,
      }),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.type(password(), 'Secret123{Enter}');
    expect(await screen.findByRole('timer')).toHaveTextContent('You can try again in 45 seconds.');
    expect(screen.getByText('Too many attempts.')).toBeInTheDocument();
    act(() => {
      vi.advanceTimersByTime(30_000);
    });
    expect(screen.getByRole('timer')).toHaveTextContent('You can try again in 15 seconds.');
    act(() => {
      vi.advanceTimersByTime(16_000);
    });
    expect(screen.getByRole('timer')).toHaveTextContent('You can try again now.');
  });

  it('sends who is signed in already on', async () => {
    const { router } = renderRoute('/auth?returnTo=%2Fclients', getListClientsMockHandler([]));
    await screen.findByRole('heading', { name: 'Clients' });
    expect(router.state.location.pathname).toBe('/clients');
  });
});

describe('forgot password', () => {
  const open = async (...handlers: HttpHandler[]) => {
    const { user } = renderRoute('/auth', signedOut, ...handlers);
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Forgot your password?' })) };
  };

  it('keeps the typed address, and answers the same for every address', async () => {
    let sent: unknown;
    const { user, dialog } = await open(
      getForgotPasswordMockHandler(async ({ request }) => {
        sent = await request.json();
        return { message: 'Something the screen does not show.' };
      }),
    );
    expect(dialog.getByLabelText(/^Email address/)).toHaveValue('ada@harbor.example');
    expect(dialog.getByLabelText(/^Email address/)).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Send Reset Link' }));
    expect(
      await screen.findByText("If an account with that email exists, we've sent a password reset link."),
    ).toBeInTheDocument();
    expect(sent).toEqual({ email: 'ada@harbor.example' });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(email()).toHaveValue('ada@harbor.example');
  });

  it.each([
    [
      failing('post', '/api/forgot-password', {
        status: 429,
        code: 'rate_limited',
        message: 'Too many mails. Please try again in 10 minutes.',
      }),
      'Too many mails. Please try again in 10 minutes.',
    ],
    [unreachable('post', '/api/forgot-password'), 'Failed to send password reset email'],
  ])('says why it failed, and keeps the address', async (handler, message) => {
    const { user, dialog } = await open(handler);
    await user.click(dialog.getByRole('button', { name: 'Send Reset Link' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    expect(dialog.getByLabelText(/^Email address/)).toHaveValue('ada@harbor.example');
  });

  it('wants an address', async () => {
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText(/^Email address/));
    await user.click(dialog.getByRole('button', { name: 'Send Reset Link' }));
    expect(dialog.getByLabelText(/^Email address/)).toHaveAccessibleDescription('Invalid email address');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('single sign-on', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const watchLeaving = () => {
    const assign = vi.fn();
    vi.stubGlobal('location', Object.assign(new URL('/auth', window.location.href), { assign }));
    return assign;
  };

  it('offers the providers of the site on both tabs, with the way back', async () => {
    const { user } = renderRoute(
      '/auth?returnTo=%2Fclients',
      signedOut,
      getListSignInProvidersMockHandler([provider]),
    );
    const link = await screen.findByRole('link', { name: 'Continue with Harbor ID' });
    expect(link).toHaveAttribute('href', '/api/auth/oidc/harbor-id/start?returnTo=%2Fclients');
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(await screen.findByRole('link', { name: 'Continue with Harbor ID' })).toHaveAttribute(
      'href',
      '/api/auth/oidc/harbor-id/start?returnTo=%2Fclients',
    );
  });

  it('allows signing in when the providers cannot be loaded', async () => {
    renderRoute(
      '/auth?returnTo=https%3A%2F%2Fevil.example',
      signedOut,
      failing('get', '/api/auth/providers', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Continue with/ })).not.toBeInTheDocument();
  });

  it('leads to the provider of the address, with the way back', async () => {
    const assign = watchLeaving();
    let sent: unknown;
    const { user } = renderRoute(
      '/auth?returnTo=%2Fclients',
      signedOut,
      getStartSsoMockHandler(async ({ request }) => {
        sent = await request.json();
        return { url: '/api/auth/sso/start?state=1' };
      }),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.click(screen.getByRole('button', { name: 'Sign in with single sign-on' }));
    expect(screen.getByLabelText(/^Work email/)).toHaveValue('ada@harbor.example');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => {
      expect(assign).toHaveBeenCalledExactlyOnceWith('/api/auth/sso/start?state=1');
    });
    expect(sent).toEqual({ email: 'ada@harbor.example', returnTo: '/clients' });
  });

  it('says at the field that a domain has none, and leads back to the password', async () => {
    const { user } = renderRoute(
      '/auth',
      signedOut,
      failing('post', '/api/auth/sso', {
        status: 404,
        code: 'no_sso',
        message: 'No single sign-on is set up for this address.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Sign in with single sign-on' }));
    await user.type(screen.getByLabelText(/^Work email/), 'ada@harbor.example{Enter}');
    await screen.findByText('No single sign-on is set up for this address.');
    expect(screen.getByLabelText(/^Work email/)).toHaveAccessibleDescription(
      'No single sign-on is set up for this address.',
    );
    expect(screen.getByLabelText(/^Work email/)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Sign in with a password' }));
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  });

  it('takes over when the workspace wants it', async () => {
    const { user } = renderRoute(
      '/auth',
      signedOut,
      failing('post', '/api/login', {
        status: 403,
        code: 'sso_required',
        message: 'Harbor Studio wants you to use its single sign-on.',
      }),
    );
    await user.type(await screen.findByLabelText(/^Email/), 'ada@harbor.example');
    await user.type(password(), 'Secret123{Enter}');
    expect(await screen.findByRole('heading', { name: 'Single sign-on' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Harbor Studio wants you to use its single sign-on.');
    expect(screen.getByLabelText(/^Work email/)).toHaveValue('ada@harbor.example');
  });

  it.each([
    ['account_exists', 'You already have an account with this address'],
    ['identity_taken', 'This sign-in belongs to another account'],
    ['domain_not_proven', 'This mail domain has not been verified yet'],
    ['not_a_member', 'You are not a member of this workspace'],
    ['removed', 'You were removed from this workspace'],
    ['email_missing', 'Your provider did not send us your email address'],
    ['email_not_verified', 'Your provider has not verified your email address'],
    ['cancelled', 'You cancelled at your provider'],
    ['provider_refused', 'Your provider did not sign you in'],
    ['provider_unavailable', 'Your provider does not answer'],
    ['token_invalid', 'Your provider’s answer was not valid'],
    ['not_available', 'This single sign-on is not available'],
    ['sso_required', 'Your team signs in with single sign-on'],
    ['password_required', 'Sign in with your password'],
    ['account_elsewhere', 'You already work in another workspace'],
    ['sign_in_first', 'Sign in before you link a provider'],
    ['expired', 'That took too long'],
    ['internal_error', 'Something went wrong on our side'],
    ['something_new', 'Single sign-on failed'],
    ['toString', 'Single sign-on failed'],
  ])('explains %s', async (code, title) => {
    renderRoute(`/auth?ssoError=${code}`, signedOut);
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
  });

  it('forgets the explanation at the next step', async () => {
    const { user, router } = renderRoute('/auth?ssoError=cancelled&returnTo=%2Fclients', signedOut);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    await user.click(await screen.findByRole('tab', { name: 'Sign In', selected: false }));
    await screen.findByRole('tab', { name: 'Sign In', selected: true });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?returnTo=%2Fclients');
  });

  it('explains on the security page why linking failed for who is signed in', async () => {
    const { router } = renderRoute(
      '/auth?ssoError=expired',
      getListSessionsMockHandler([]),
      getListIdentitiesMockHandler([]),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('That took too long');
    expect(router.state.location.pathname).toBe('/settings/security');
  });
});

describe('sign up', () => {
  it('opens by ?tab=register and by the arrow keys', async () => {
    const { user, router } = renderRoute('/auth?tab=register', signedOut);
    expect(await screen.findByRole('tab', { name: 'Sign Up', selected: true })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Sign In' }));
    await screen.findByRole('tab', { name: 'Sign In', selected: true });
    expect(router.state.location.search).toBe('');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('tab', { name: 'Sign Up', selected: true })).toHaveFocus();
    expect(router.state.location.search).toBe('?tab=register');
  });

  it('names what is wrong with each field', async () => {
    const { user } = renderRoute('/auth?tab=register', signedOut);
    await user.type(await screen.findByLabelText(/^Password/), 'alllowercase1');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    for (const message of [
      'First name is required',
      'Last name is required',
      'Invalid email address',
      'Password must contain uppercase, lowercase, and number',
    ]) {
      expect(screen.getByText(message)).toBeInTheDocument();
    }
    expect(screen.getByLabelText(/^First name/)).toHaveFocus();
  });

  const fill = async (user: ReturnType<typeof renderRoute>['user']) => {
    await user.type(await screen.findByLabelText(/^First name/), 'Ada');
    await user.type(screen.getByLabelText(/^Last name/), 'Berg');
    await user.type(email(), 'ada@harbor.example');
    await user.type(password(), 'Secret123{Enter}');
  };

  it('ends at "check your email", from where the mail can be sent again', async () => {
    const { user } = renderRoute(
      '/auth?tab=register',
      signedOut,
      getRegisterMockHandler({ message: 'Check your mail', emailVerified: false }),
      failing('post', '/api/resend-verification', {
        status: 429,
        code: 'rate_limited',
        message: 'Too many mails.',
      }),
    );
    await fill(user);
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toHaveFocus();
    expect(screen.getByText('ada@harbor.example')).toBeInTheDocument();
    expect(screen.getByText('Registration Successful!')).toBeInTheDocument();
    expect(screen.getByText('Please check your email to verify your account.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    expect(await screen.findByText('Too many mails.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
  });

  it('says that there is no account when the server cannot be reached', async () => {
    const { user } = renderRoute('/auth?tab=register', signedOut, unreachable('post', '/api/register'));
    await fill(user);
    expect(await screen.findByText('Registration failed')).toBeInTheDocument();
    expect(screen.getByText('Unable to create account')).toBeInTheDocument();
  });

  it('puts the messages of the server at their fields', async () => {
    const { user } = renderRoute(
      '/auth?tab=register',
      signedOut,
      failing('post', '/api/register', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [
          { field: 'lastName', code: 'too_long', message: 'Last name must be at most 100 characters' },
        ],
      }),
    );
    await fill(user);
    expect(await screen.findByText('Registration failed')).toBeInTheDocument();
    const lastName = screen.getByLabelText(/^Last name/);
    expect(lastName).toHaveAccessibleDescription('Last name must be at most 100 characters');
    expect(lastName).toHaveFocus();
    expect(lastName).toHaveValue('Berg');
  });
});
