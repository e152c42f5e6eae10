import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getGetSubscriptionStatusMockHandler,
  getListInvoicesMockHandler,
} from '@/api/gen/billing/billing.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { SubscriptionStatus } from '@/api/gen/model';
import { active, ended, expired, payments, trial } from '@/test/billing-data';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const plan = async () => within(await screen.findByRole('region', { name: 'Pro Plan' }));
const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;
const buttons = () => within(screen.getByRole('main')).queryAllByRole('button');

const open = (subscription: SubscriptionStatus, ...handlers: Parameters<typeof renderRoute>[1][]) =>
  renderRoute(
    '/subscription',
    ...handlers,
    getGetSubscriptionStatusMockHandler(subscription),
    getListInvoicesMockHandler([]),
  );

/** May read the status, but not pay. */
const member = getGetCurrentUserMockHandler({ ...ada, permissions: ['subscription:read', 'team:read'] });

describe('subscription page', () => {
  it('shows a trial with time left, and what Pro holds', async () => {
    open(trial);
    const card = await plan();
    expect(card.getByText('Free Trial')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Trial Active');
    expect(fact('Trial ends')).toHaveTextContent('December 1, 2026');
    expect(fact('Team members')).toHaveTextContent('3');
    expect(card.getByRole('link', { name: 'Manage the team' })).toHaveAttribute('href', '/settings/team');
    expect(card.getByRole('button', { name: 'Subscribe Now - $9/month' })).toBeEnabled();
    expect(screen.queryByText('Plan', { selector: 'dt' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Trial ending soon/)).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Team Management' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Invoices' })).not.toBeInTheDocument();
    expect(screen.queryByText(/embedded preview/)).not.toBeInTheDocument();
    const features = within(screen.getByRole('region', { name: 'Pro Features' }));
    expect(features.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Unlimited proposals',
      'AI-powered content generation',
      'Team collaboration',
      'Client management',
      'Digital signatures',
      'Custom branding',
      'Advanced analytics',
      'Priority support',
    ]);
  });

  it.each([
    [3, '3 days'],
    [1, '1 day'],
  ])('warns %d days before the end, by the server’s clock', async (daysLeft, words) => {
    open({ ...trial, daysLeft, trialEndsAt: '2020-01-01T00:00:00.000Z' });
    expect(await screen.findByText(`Trial ending soon - ${words} remaining`)).toBeInTheDocument();
    expect(
      screen.getByText('Upgrade now to ensure uninterrupted access to your proposals'),
    ).toBeInTheDocument();
  });

  it('says when the trial has expired', async () => {
    open(expired);
    expect(await screen.findByText('Your 14-day trial has expired')).toBeInTheDocument();
    expect(
      screen.getByText('Upgrade to Pro to continue creating proposals and managing clients'),
    ).toBeInTheDocument();
    expect(screen.getByText('Trial Expired')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Expired');
    expect(fact('Trial ends')).toHaveTextContent('November 1, 2026');
    expect(buttons()).toHaveLength(1);
  });

  it('does not speak of a trial when a subscription has ended', async () => {
    open(ended);
    expect(await screen.findByText('Your subscription has ended')).toBeInTheDocument();
    expect(
      screen.getByText('Upgrade to Pro to continue creating proposals and managing clients'),
    ).toBeInTheDocument();
    expect(fact('Ended')).toHaveTextContent('November 15, 2026');
    expect(screen.queryByText(/trial/i)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Subscribe Now - $9/month' })).toBeEnabled();
    expect(await screen.findByRole('region', { name: 'Invoices' })).toBeInTheDocument();
  });

  it('offers no second subscription while the payments of the first are still tried', async () => {
    const { endsAt: _, ...tried } = ended;
    open({ ...tried, renewsAt: '2026-12-15T12:00:00.000Z' });
    const card = await plan();
    expect(screen.getByText('Your subscription is on hold')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Update Payment Method' })).toBeEnabled();
    expect(card.getByText('Payment failed')).toBeInTheDocument();
    expect(screen.queryByText(/has ended/)).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Manage Subscription' })).toBeEnabled();
    expect(card.queryByRole('button', { name: /Subscribe/ })).not.toBeInTheDocument();
  });

  it('shows what an active subscription costs and when, and leads to the team', async () => {
    open(active);
    const card = await plan();
    expect(card.getByText('Active')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Pro Subscription');
    expect(fact('Plan')).toHaveTextContent('$9/month');
    expect(fact('Next charge')).toHaveTextContent('December 20, 2026');
    expect(screen.queryByText('Trial ends')).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Manage Subscription' })).toBeEnabled();
    expect(
      card.getByText('Update payment method, view invoices, or cancel subscription'),
    ).toBeInTheDocument();
    expect(card.queryByRole('button', { name: /Subscribe/ })).not.toBeInTheDocument();
    const team = within(screen.getByRole('region', { name: 'Team Management' }));
    expect(team.getByRole('link', { name: 'Manage Team' })).toHaveAttribute('href', '/settings/team');
  });

  it('says until when a cancelled one runs, and that it You can resume it', async () => {
    const { renewsAt: _renewsAt, ...cancelled } = active;
    open({ ...cancelled, endsAt: '2026-12-20T12:00:00.000Z' });
    const card = await plan();
    expect(fact('Ends')).toHaveTextContent('December 20, 2026');
    expect(card.getByText(/You can resume it/)).toBeInTheDocument();
    expect(screen.queryByText('Next charge')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Manage Subscription' })).toBeEnabled();
  });

  it('says that a payment failed, until when all goes on, and how to settle it', async () => {
    open({ ...active, graceEndsAt: '2026-11-29T12:00:00.000Z' });
    expect(await screen.findByText('Your last payment failed')).toBeInTheDocument();
    expect(screen.getByText(/keeps working until November 29, 2026/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Update Payment Method' })).toBeEnabled();
    expect(screen.queryByText('Next charge')).not.toBeInTheDocument();
  });

  it('makes no request for an unlimited granted plan', async () => {
    open({ ...expired, status: 'active', given: {} });
    await plan();
    expect(fact('Plan')).toHaveTextContent('Granted by the site administrator');
    expect(fact('Plan')).toHaveTextContent('with no end');
    expect(screen.queryByText(/\$9/)).not.toBeInTheDocument();
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Invoices' })).not.toBeInTheDocument();
  });

  it('lets one subscribe while a given plan has an end', async () => {
    open({ ...expired, status: 'active', given: { until: '2027-03-01T12:00:00.000Z' } });
    await plan();
    expect(fact('Plan')).toHaveTextContent('until March 1, 2027');
    expect(screen.getByRole('button', { name: 'Subscribe Now - $9/month' })).toBeEnabled();
  });

  it('still manages what is paid beside a given plan', async () => {
    open({ ...active, given: {} });
    const card = await plan();
    expect(card.getByRole('button', { name: 'Manage Subscription' })).toBeEnabled();
    expect(fact('Next charge')).toHaveTextContent('December 20, 2026');
  });

  it('does not say that an ended one runs on when a plan was given after it', async () => {
    open({ ...ended, status: 'active', given: {} });
    const card = await plan();
    expect(fact('Plan')).toHaveTextContent('Granted by the site administrator');
    expect(screen.queryByText('Ends')).not.toBeInTheDocument();
    expect(screen.queryByText(/You can resume it/)).not.toBeInTheDocument();
    expect(card.queryByRole('button', { name: /Subscribe/ })).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Manage Subscription' })).toBeEnabled();
  });

  it('names a payment page that moves no money', async () => {
    open({ ...trial, payments: { ...payments, test: true } });
    expect(await screen.findByText(/no money is charged/)).toBeInTheDocument();
  });

  it.each([
    ['a trial', expired],
    ['a subscription', active],
  ])('says for %s when payments are not configured', async (_what, subscription) => {
    open({ ...subscription, payments: { ...payments, configured: false } });
    expect(await screen.findByText('Payments are not configured on this server')).toBeInTheDocument();
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Invoices' })).not.toBeInTheDocument();
  });

  it.each([
    [trial, 'The owner of Harbor Studio can subscribe.'],
    [
      { ...active, graceEndsAt: '2026-11-29T12:00:00.000Z' },
      'The owner of Harbor Studio can change the payment method, or cancel.',
    ],
  ])('shows who does not own the workspace how it stands', async (subscription, words) => {
    open(subscription, member);
    const card = await plan();
    expect(card.getByText(words)).toBeInTheDocument();
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Invoices' })).not.toBeInTheDocument();
  });

  it('offers another try when it did not load', async () => {
    const { user } = open(
      trial,
      failing('get', '/api/subscription/status', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetSubscriptionStatusMockHandler(trial));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Pro Plan' })).toBeInTheDocument();
  });

  it('turns while it loads', async () => {
    open(
      trial,
      getGetSubscriptionStatusMockHandler(() => new Promise<SubscriptionStatus>(() => undefined)),
    );
    expect(await screen.findByRole('heading', { name: 'Subscription' })).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByText('Loading…')).toBeInTheDocument();
  });
});
