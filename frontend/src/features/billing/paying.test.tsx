import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getCreateCheckoutSessionMockHandler,
  getGetSubscriptionStatusMockHandler,
  getListInvoicesMockHandler,
  getOpenBillingPortalMockHandler,
  getRefreshSubscriptionMockHandler,
} from '@/api/gen/billing/billing.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { CurrentUser, SubscriptionStatus } from '@/api/gen/model';
import { active, expired, invoice, trial } from '@/test/billing-data';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import { leaveTo } from './redirect';

vi.mock('./redirect', async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const subscribe = () => screen.findByRole('button', { name: 'Subscribe Now - $9/month' });
const manage = () => screen.findByRole('button', { name: 'Manage Subscription' });

const unreadable = (path: string) => http.post(`*${path}`, () => new HttpResponse('{'));

const open = (subscription: SubscriptionStatus, ...handlers: Parameters<typeof renderRoute>[1][]) =>
  renderRoute(
    '/subscription',
    ...handlers,
    getGetSubscriptionStatusMockHandler(subscription),
    getListInvoicesMockHandler([]),
  );

beforeEach(() => {
  vi.mocked(leaveTo).mockClear();
});

describe('subscribing', () => {
  it('goes to the page where one pays, and says so', async () => {
    const { user } = open(
      trial,
      getCreateCheckoutSessionMockHandler({ url: 'https://checkout.stripe.example/c/1' }),
    );
    await user.click(await subscribe());
    expect(await screen.findByRole('button', { name: 'Redirecting to checkout...' })).toBeDisabled();
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledExactlyOnceWith('https://checkout.stripe.example/c/1');
    });
  });

  it.each([
    ['', 'No checkout URL returned'],
    ['https://evil.example/c/1', 'Invalid checkout URL received'],
  ])('does not go to %j', async (url, words) => {
    const { user } = open(trial, getCreateCheckoutSessionMockHandler({ url }));
    await user.click(await subscribe());
    expect(await screen.findByText('Subscription Error')).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(leaveTo).not.toHaveBeenCalled();
    expect(await subscribe()).toBeEnabled();
  });

  it.each([
    [
      { status: 502, code: 'payments_unavailable', message: 'Stripe does not answer.' },
      'Stripe does not answer.',
    ],
    [{ status: 500, code: 'internal', message: '' }, 'internal'],
  ])('says why it could not begin', async (failure, words) => {
    const { user } = open(trial, failing('post', '/api/create-checkout-session', failure));
    await user.click(await subscribe());
    expect(await screen.findByText('Subscription Error')).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('says that it could not begin when the answer cannot be read', async () => {
    const { user } = open(trial, unreadable('/api/create-checkout-session'));
    await user.click(await subscribe());
    expect(await screen.findByText('Failed to start subscription')).toBeInTheDocument();
  });

  it('says what to do when the trial is over', async () => {
    const { user } = open(
      expired,
      failing('post', '/api/create-checkout-session', {
        status: 402,
        code: 'trial_expired',
        message: 'Your trial has expired.',
        trialExpired: true,
      }),
    );
    await user.click(await subscribe());
    expect(
      await screen.findByText('Your trial has expired. Complete payment to continue.'),
    ).toBeInTheDocument();
  });

  it('looks again when it is subscribed already', async () => {
    const { user } = open(
      trial,
      failing('post', '/api/create-checkout-session', {
        status: 409,
        code: 'already_subscribed',
        message: 'This workspace has a subscription.',
      }),
    );
    const button = await subscribe();
    server.use(getGetSubscriptionStatusMockHandler(active));
    await user.click(button);
    expect(await screen.findByText('This workspace has a subscription.')).toBeInTheDocument();
    expect(await manage()).toBeEnabled();
  });
});

describe('managing', () => {
  it('goes to the portal, and says so', async () => {
    const { user } = open(
      active,
      getOpenBillingPortalMockHandler({ url: 'https://billing.stripe.example/p/1' }),
    );
    await user.click(await manage());
    expect(await screen.findByRole('button', { name: 'Opening portal...' })).toBeDisabled();
    await waitFor(() => {
      expect(leaveTo).toHaveBeenCalledExactlyOnceWith('https://billing.stripe.example/p/1');
    });
  });

  it('says why it could not be opened', async () => {
    const { user } = open(
      active,
      failing('post', '/api/subscription/portal', { status: 502, code: 'x', message: 'Stripe is away.' }),
    );
    await user.click(await manage());
    expect(await screen.findByText('Error')).toBeInTheDocument();
    expect(screen.getByText('Stripe is away.')).toBeInTheDocument();
    expect(leaveTo).not.toHaveBeenCalled();
  });

  it('says that it could not be opened when the answer cannot be read', async () => {
    const { user } = open(active, unreadable('/api/subscription/portal'));
    await user.click(await manage());
    expect(await screen.findByText('Failed to open subscription management')).toBeInTheDocument();
  });
});

describe('coming back', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const back = (query: string, ...handlers: Parameters<typeof renderRoute>[1][]) =>
    renderRoute(
      `/subscription?${query}`,
      ...handlers,
      getGetSubscriptionStatusMockHandler(trial),
      getListInvoicesMockHandler([]),
    );

  it('is a success once the server says that it is paid', async () => {
    let user: CurrentUser = ada;
    const { router } = back(
      'success=true&session_id=cs_1',
      getGetCurrentUserMockHandler(() => user),
      getRefreshSubscriptionMockHandler(() => {
        user = { ...ada, subscriptionStatus: 'active' };
        return active;
      }),
    );
    expect(await screen.findByText('Payment Successful!')).toBeInTheDocument();
    expect(screen.getByText('Welcome to Pro! Your subscription is now active.')).toBeInTheDocument();
    expect(await manage()).toBeEnabled();
    expect(router.state.location.search).toBe('');
    expect(screen.queryByText(/not confirmed/)).not.toBeInTheDocument();
  });

  it('is none while it is not paid: it is asked for a few times, and then by hand', async () => {
    let asked = 0;
    let answer = trial;
    const { user } = back(
      'success=true',
      getRefreshSubscriptionMockHandler(() => {
        asked += 1;
        return answer;
      }),
    );
    expect(await screen.findByText('Your payment is not confirmed yet')).toBeInTheDocument();
    expect(screen.getByText('Confirming your payment ...')).toBeInTheDocument();
    // A slow payment must not cause a second one.
    expect(await subscribe()).toBeDisabled();
    expect(asked).toBe(1);
    for (const [milliseconds, times] of [
      [2000, 2],
      [4000, 3],
      [8000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await waitFor(() => {
        expect(asked).toBe(times);
      });
    }
    const again = await screen.findByRole('button', { name: 'Check Again' });
    expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
    expect(await subscribe()).toBeEnabled();
    answer = active;
    await user.click(again);
    expect(await screen.findByText('Payment Successful!')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Check Again' })).not.toBeInTheDocument();
  });

  it('shows a failed request to the provider, with a retry', async () => {
    back(
      'success=true',
      failing('post', '/api/subscription/refresh', { status: 502, code: 'x', message: 'Stripe is away.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Stripe is away.');
    expect(screen.getByRole('button', { name: 'Check Again' })).toBeEnabled();
    expect(await screen.findByRole('region', { name: 'Pro Plan' })).toBeInTheDocument();
    expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
  });

  it('makes no request for a user who does not pay', async () => {
    const { router } = back(
      'success=true',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['subscription:read'] }),
    );
    expect(await screen.findByRole('region', { name: 'Pro Plan' })).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(screen.queryByText(/payment/i)).not.toBeInTheDocument();
  });

  it('says when it was canceled', async () => {
    const { router } = back('canceled=true');
    expect(await screen.findByText('Payment Canceled')).toBeInTheDocument();
    expect(screen.getByText('You can upgrade to Pro anytime from this page.')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });
});

describe('invoices', () => {
  const panel = async () => within(await screen.findByRole('region', { name: 'Invoices' }));

  it('stand with what they came to, and lead to themselves', async () => {
    renderRoute(
      '/subscription',
      getGetSubscriptionStatusMockHandler(active),
      getListInvoicesMockHandler([
        invoice,
        {
          id: 'in_2',
          status: 'open',
          total: '1234.50',
          currency: 'EUR',
          createdAt: '2026-10-20T12:00:00.000Z',
          url: 'https://evil.example/i/2',
          pdfUrl: 'http://invoice.stripe.example/i/2/pdf',
        },
      ]),
    );
    const invoices = await panel();
    await invoices.findByText('HARBOR-0002');
    const [first, second] = invoices.getAllByRole('listitem');
    expect(first).toHaveTextContent('HARBOR-0002');
    expect(first).toHaveTextContent('Nov 20, 2026');
    expect(first).toHaveTextContent('$27.00 USD');
    expect(first).toHaveTextContent('Paid');
    expect(second).toHaveTextContent('No number yet');
    expect(second).toHaveTextContent('€1,234.50 EUR');
    expect(second).toHaveTextContent('Open');
    // The links of the second one lead to other hosts than the payment pages.
    const links = invoices.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([invoice.url, invoice.pdfUrl]);
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  it('say that there are none', async () => {
    open(active);
    expect(await (await panel()).findByText(/Nothing has been charged yet/)).toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { user } = open(
      active,
      failing('get', '/api/subscription/invoices', { status: 502, code: 'x', message: 'Stripe is away.' }),
    );
    const invoices = await panel();
    expect(await invoices.findByRole('alert')).toHaveTextContent('Stripe is away.');
    server.use(getListInvoicesMockHandler([invoice]));
    await user.click(invoices.getByRole('button', { name: 'Try again' }));
    expect(await invoices.findByText('HARBOR-0002')).toBeInTheDocument();
  });
});
