import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getForgotPasswordMockHandler, getResetPasswordMockHandler } from '@/api/gen/identity/identity.msw';
import { failing, signedOut, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const page = '/reset-password?token=abc';
const password = () => screen.findByLabelText(/^New password/);

describe('reset password', () => {
  it('says without a token that the link is invalid, and leads back', async () => {
    const { user } = renderRoute(
      '/reset-password',
      signedOut,
      getForgotPasswordMockHandler({ message: 'sent' }),
    );
    expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeInTheDocument();
    expect(await screen.findByText('Invalid Link')).toBeInTheDocument();
    expect(screen.getByText('No reset token found. Please check your email link.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/auth');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    await user.type(screen.getByLabelText(/^Email address/), 'ada@harbor.example{Enter}');
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeInTheDocument();
  });

  it('takes the token out of the address at once', async () => {
    const { router } = renderRoute(page, signedOut);
    await password();
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(router.state.location.pathname).toBe('/reset-password');
    expect(screen.getByRole('heading', { name: 'Choose a new password' })).toBeInTheDocument();
  });

  it('ticks off what the password needs', async () => {
    const { user } = renderRoute(page, signedOut);
    const field = await password();
    const met = () =>
      screen
        .getAllByRole('listitem')
        .filter((item) => within(item).queryByText(': done') !== null)
        .map((item) => item.textContent.replace(': done', ''));
    expect(field).toHaveAccessibleDescription(/At least 8 characters with uppercase, lowercase and a number/);
    expect(met()).toEqual([]);
    await user.type(field, 'Secret');
    expect(met()).toEqual(['Uppercase letter', 'Lowercase letter']);
    await user.type(field, '12');
    expect(met()).toEqual(['8 characters', 'Uppercase letter', 'Lowercase letter', 'Number']);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });

  it('refuses a weak password without asking the server', async () => {
    const { user } = renderRoute(page, signedOut);
    await user.type(await password(), 'alllowercase1{Enter}');
    expect(screen.getByText('Password must contain uppercase, lowercase, and number')).toBeInTheDocument();
    expect(await password()).toHaveFocus();
  });

  it('sends token and password, and leads to the sign-in', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      page,
      signedOut,
      getResetPasswordMockHandler(async ({ request }) => {
        sent = await request.json();
        return { message: 'done' };
      }),
    );
    await user.type(await password(), 'Secret123{Enter}');
    expect(await screen.findByRole('heading', { name: 'Password Changed' })).toHaveFocus();
    expect(sent).toEqual({ token: 'abc', password: 'Secret123' });
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth');
  });

  it.each([
    [
      'the message of the server',
      failing('post', '/api/reset-password', {
        status: 422,
        code: 'reset_token_invalid',
        message: 'This link has expired.',
      }),
      'This link has expired.',
    ],
    [
      'words of its own without an answer',
      unreachable('post', '/api/reset-password'),
      'Failed to reset password. Please try again.',
    ],
  ])('fails with %s, keeps what was typed and offers a new link', async (_case, handler, message) => {
    const { user } = renderRoute(page, signedOut, handler);
    await user.type(await password(), 'Secret123{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Reset Failed');
    expect(alert).toHaveTextContent(message);
    expect(await password()).toHaveValue('Secret123');
    await user.click(within(alert).getByRole('button', { name: 'Send a new link' }));
    expect(screen.getByRole('dialog', { name: 'Forgot your password?' })).toBeInTheDocument();
  });
});
