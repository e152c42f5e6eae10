import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getLoginMockHandler,
  getRegisterMockHandler,
  getResendVerificationMockHandler,
} from '@/api/gen/identity/identity.msw';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { user as ada } from '@/test/data';
import { failing, signedOut } from '@/test/handlers';
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

  it('sends who is signed in already on', async () => {
    const { router } = renderRoute('/auth?returnTo=%2Fclients', getListClientsMockHandler([]));
    await screen.findByRole('heading', { name: 'Clients' });
    expect(router.state.location.pathname).toBe('/clients');
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
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    expect(await screen.findByText('Too many mails.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
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
