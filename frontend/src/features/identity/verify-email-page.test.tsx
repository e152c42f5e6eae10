import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getGetCurrentUserResponseMock,
  getResendVerificationMockHandler,
  getVerifyEmailMockHandler,
} from '@/api/gen/identity/identity.msw';
import { failing, signedOut, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const page = '/verify-email?token=abc';

describe('verify email', () => {
  it('sends the token and leads on when it is good', async () => {
    let token: string | null = null;
    renderRoute(
      page,
      signedOut,
      getVerifyEmailMockHandler(({ request }) => {
        token = new URL(request.url).searchParams.get('token');
        return { verified: true, expired: false, message: 'Your email is verified.' };
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeInTheDocument();
    expect(token).toBe('abc');
    expect(screen.getByRole('link', { name: 'Continue to Setup' })).toHaveAttribute(
      'href',
      '/auth?returnTo=%2Fsetup',
    );
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth');
  });

  it('leads straight to setup in the browser that the link has signed in', async () => {
    let verified = false;
    renderRoute(
      page,
      getVerifyEmailMockHandler(() => {
        verified = true;
        return { verified: true, expired: false, message: 'Your email is verified.' };
      }),
      http.get('*/api/auth/user', () =>
        verified ? HttpResponse.json(getGetCurrentUserResponseMock()) : undefined,
      ),
      signedOut,
    );
    expect(await screen.findByRole('link', { name: 'Continue to Setup' })).toHaveAttribute('href', '/setup');
  });

  it('shows that it is working', async () => {
    renderRoute(
      page,
      signedOut,
      getVerifyEmailMockHandler(() => new Promise(() => undefined)),
    );
    expect(await screen.findByRole('heading', { name: 'Verifying your email' })).toBeInTheDocument();
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });

  it('offers another mail for an expired link, after asking for the address', async () => {
    let resentTo: unknown;
    const { user } = renderRoute(
      page,
      signedOut,
      getVerifyEmailMockHandler({ verified: false, expired: true, message: 'This link has expired.' }),
      getResendVerificationMockHandler(async ({ request }) => {
        resentTo = await request.json();
        return { message: 'sent' };
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Token Expired' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resend Verification' }));
    await user.type(screen.getByLabelText(/^Your email address/), 'ada@harbor.example{Enter}');
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeInTheDocument();
    expect(resentTo).toEqual({ email: 'ada@harbor.example' });
  });

  it.each([
    ['without a token', '/verify-email', [], 'No verification token provided'],
    [
      'for a link the server does not know',
      page,
      [getVerifyEmailMockHandler({ verified: false, expired: false, message: 'This link is not valid.' })],
      'This link is not valid.',
    ],
    [
      'for a refusal',
      page,
      [
        failing('get', '/api/verify-email', {
          status: 429,
          code: 'rate_limited',
          message: 'Too many attempts.',
        }),
      ],
      'Too many attempts.',
    ],
    [
      'without an answer',
      page,
      [unreachable('get', '/api/verify-email')],
      'Failed to verify email. Please try again.',
    ],
  ])('fails %s', async (_case, path, handlers, message) => {
    renderRoute(path, signedOut, ...handlers);
    expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
  });

  it('says in its own words that a mail could not be sent', async () => {
    const { user } = renderRoute(
      '/verify-email',
      signedOut,
      failing('post', '/api/resend-verification', {
        status: 429,
        code: 'rate_limited',
        message: 'Slow down.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Resend Verification' }));
    await user.type(screen.getByLabelText(/^Your email address/), 'ada@harbor.example{Enter}');
    expect(await screen.findByText('Failed to resend verification email.')).toBeInTheDocument();
    expect(screen.getByLabelText(/^Your email address/)).toHaveValue('ada@harbor.example');
  });
});
