import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const plan = async () => within(await screen.findByRole('region', { name: 'Pro Plan' }));
const fact = (term: string) => screen.getByText(term).nextElementSibling;

describe('subscription page', () => {
  it('shows a trial with time left, and what Pro holds', async () => {
    renderRoute(
      '/subscription',
      getGetSubscriptionStatusMockHandler({
        status: 'trial',
        trialEndsAt: '2099-12-01T12:00:00.000Z',
        teamMembers: 3,
      }),
    );
    const card = await plan();
    expect(card.getByText('Free Trial')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Trial Active');
    expect(fact('Trial ends')).toHaveTextContent('December 1, 2099');
    expect(fact('Team members')).toHaveTextContent('3');
    expect(card.getByRole('link', { name: 'Manage the team' })).toHaveAttribute('href', '/settings/team');
    expect(screen.queryByText('$9/month')).not.toBeInTheDocument();
    expect(screen.queryByText(/Trial ending soon/)).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Team Management' })).not.toBeInTheDocument();
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
    [2.5, '3 days'],
    [0.5, '1 day'],
  ])('warns %d days before the end', async (days, words) => {
    renderRoute(
      '/subscription',
      getGetSubscriptionStatusMockHandler({ status: 'trial', trialEndsAt: inDays(days), teamMembers: 1 }),
    );
    expect(await screen.findByText(`Trial ending soon - ${words} remaining`)).toBeInTheDocument();
    expect(
      screen.getByText('Upgrade now to ensure uninterrupted access to your proposals'),
    ).toBeInTheDocument();
  });

  it('says when the trial has expired, and that payments are not configured', async () => {
    renderRoute(
      '/subscription',
      getGetSubscriptionStatusMockHandler({
        status: 'trial_expired',
        trialEndsAt: '2026-11-01T12:00:00.000Z',
        teamMembers: 1,
      }),
    );
    expect(await screen.findByText('Your 14-day trial has expired')).toBeInTheDocument();
    expect(
      screen.getByText('Upgrade to Pro to continue creating proposals and managing clients'),
    ).toBeInTheDocument();
    expect(screen.getByText('Trial Expired')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Expired');
    expect(screen.getByText('Payments are not configured on this site')).toBeInTheDocument();
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('leads an active subscriber to the team', async () => {
    renderRoute(
      '/subscription',
      getGetSubscriptionStatusMockHandler({ status: 'active', trialEndsAt: inDays(-30), teamMembers: 4 }),
    );
    const card = await plan();
    expect(card.getByText('Active')).toBeInTheDocument();
    expect(fact('Status')).toHaveTextContent('Pro Subscription');
    expect(fact('Plan')).toHaveTextContent('$9/month');
    expect(screen.queryByText('Trial ends')).not.toBeInTheDocument();
    const team = within(screen.getByRole('region', { name: 'Team Management' }));
    expect(team.getByRole('link', { name: 'Manage Team' })).toHaveAttribute('href', '/settings/team');
  });

  it('offers another try when it did not load', async () => {
    const { user } = renderRoute(
      '/subscription',
      failing('get', '/api/subscription/status', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetSubscriptionStatusMockHandler({ status: 'trial', teamMembers: 1 }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Pro Plan' })).toBeInTheDocument();
  });
});
