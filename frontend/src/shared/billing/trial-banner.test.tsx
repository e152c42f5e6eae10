import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { SubscriptionStatus } from '@/api/gen/model';
import { getGetDashboardMockHandler, getListProposalsMockHandler } from '@/api/gen/proposals/proposals.msw';
import { active, ended, expired, trial } from '@/test/billing-data';
import { company, dashboard, proposalCard, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const screens = [
  getGetCompanyMockHandler(company),
  getGetDashboardMockHandler(dashboard),
  getListProposalsMockHandler([proposalCard]),
];
const open = (path: string, subscription: SubscriptionStatus) =>
  renderRoute(path, ...screens, getGetSubscriptionStatusMockHandler(subscription));
const banner = async () => within(await screen.findByRole('complementary', { name: 'Plan' }));

describe.each([
  ['/', 'Welcome back, Ada!'],
  ['/proposals', 'Proposals'],
])('the banner on %s', (path, title) => {
  it('says that the trial is over', async () => {
    open(path, expired);
    const found = await banner();
    expect(found.getByText('Your trial has expired')).toBeInTheDocument();
    expect(found.getByText('Upgrade to continue using all features')).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/subscription');
  });

  it.each([
    [3, 'Trial ending in 3 days'],
    [1, 'Trial ending in 1 day'],
  ])('says that %i days are left', async (daysLeft, words) => {
    open(path, { ...trial, daysLeft });
    const found = await banner();
    expect(found.getByText(words)).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/subscription');
  });

  it.each([
    ['more days are left', { ...trial, daysLeft: 4 }],
    ['no day is left and the server has not said that it is over', { ...trial, daysLeft: 0 }],
    ['it is paid for', active],
  ])('stands not while %s', async (_when, subscription) => {
    const { queryClient } = open(path, subscription);
    await screen.findByRole('heading', { name: title });
    await queryClient.query({ queryKey: ['/api/subscription/status'] });
    expect(screen.queryByRole('complementary', { name: 'Plan' })).not.toBeInTheDocument();
  });
});

describe('the banner', () => {
  it('does not call what was paid for a trial', async () => {
    open('/', ended);
    expect((await banner()).getByText('Your subscription has ended')).toBeInTheDocument();
  });

  it('does not call over what is still being paid for', async () => {
    const { endsAt: _, ...tried } = ended;
    open('/', tried);
    const found = await banner();
    expect(await found.findByText('Your subscription is on hold')).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'Update Payment' })).toHaveAttribute('href', '/subscription');
  });

  it('gives no reason for the end of a paid plan if it is unknown', async () => {
    renderRoute(
      '/',
      ...screens,
      getGetCurrentUserMockHandler({
        ...ada,
        subscriptionStatus: 'trial_expired',
        stripeSubscriptionId: 'sub_1',
      }),
      failing('get', '/api/subscription/status', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect((await banner()).getByText('Your subscription is not active')).toBeInTheDocument();
  });

  it('says that a payment failed, and until when all goes on', async () => {
    open('/', { ...active, graceEndsAt: '2026-11-29T12:00:00.000Z' });
    const found = await banner();
    expect(found.getByText('Your last payment failed')).toBeInTheDocument();
    expect(found.getByText('Everything keeps working until November 29, 2026')).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'Update Payment' })).toHaveAttribute('href', '/subscription');
  });

  it('stands at once by what is known of the workspace, also where the rest cannot be asked', async () => {
    renderRoute(
      '/',
      ...screens,
      getGetCurrentUserMockHandler({ ...ada, subscriptionStatus: 'trial_expired' }),
      failing('get', '/api/subscription/status', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect((await banner()).getByText('Your trial has expired')).toBeInTheDocument();
  });
});
