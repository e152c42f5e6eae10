import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getGetSubscriptionStatusMockHandler,
  getPreviewSeatsMockHandler,
} from '@/api/gen/billing/billing.msw';
import type { SeatsPreview, SubscriptionStatus } from '@/api/gen/model';
import { getInviteMemberMockHandler, getListTeamMockHandler } from '@/api/gen/workspaces/workspaces.msw';
import { active, expired, payments, seatsPreview, trial } from '@/test/billing-data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { graceMember as grace, invitedMember as invited, ownerMember as owner } from '@/test/team-data';
import { chargeWords } from './seat-words';

const dialog = async () => within(await screen.findByRole('dialog'));

async function open(
  button: 'Invite' | 'Remove Grace Hopper',
  subscription: SubscriptionStatus,
  ...handlers: Parameters<typeof renderRoute>[1][]
) {
  const { user } = renderRoute(
    '/settings/team',
    ...handlers,
    getGetSubscriptionStatusMockHandler(subscription),
    getListTeamMockHandler([owner, grace]),
  );
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, asked: await dialog() };
}

const NEXT =
  'Each member costs $9 a month. With 4 members your next charge on December 20, 2026 is $43.50, of which $7.50 are for the rest of this month.';

describe('what a further member costs', () => {
  it('is nothing during the trial', async () => {
    const { asked } = await open('Invite', trial);
    expect(
      await asked.findByText('Free during your trial. Afterwards each member costs $9 a month.'),
    ).toBeInTheDocument();
  });

  it('is said with the next charge, for one member more', async () => {
    let seats: string | null = null;
    const { asked } = await open(
      'Invite',
      active,
      getPreviewSeatsMockHandler(({ request }) => {
        seats = new URL(request.url).searchParams.get('seats');
        return seatsPreview;
      }),
    );
    expect(await asked.findByText(NEXT)).toBeInTheDocument();
    expect(asked.getByText('They count once they accept.')).toBeInTheDocument();
    expect(seats).toBe('4');
  });

  it('does not delay an invitation', async () => {
    const { user, asked } = await open(
      'Invite',
      active,
      getPreviewSeatsMockHandler(() => new Promise<SeatsPreview>(() => undefined)),
      getInviteMemberMockHandler(invited),
    );
    expect(await asked.findByText(/Calculating your next charge/)).toBeInTheDocument();
    await user.type(asked.getByLabelText(/^Email/), 'linus@harbor.example');
    await user.click(asked.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Invitation sent')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is the price alone where the charge cannot be asked', async () => {
    const { asked } = await open(
      'Invite',
      active,
      failing('get', '/api/subscription/preview', { status: 502, code: 'x', message: 'Stripe is away.' }),
    );
    expect(await asked.findByText('Each member costs $9 a month.')).toBeInTheDocument();
    expect(screen.queryByText('Stripe is away.')).not.toBeInTheDocument();
  });

  it.each([
    ['lasts', {}, 'Members are free while this workspace has a granted plan.'],
    [
      'ends',
      { until: '2027-03-01T12:00:00.000Z' },
      'Members are free while this workspace has a granted plan, until March 1, 2027.',
    ],
  ])('is nothing while a given plan %s', async (_how, given, words) => {
    const { asked } = await open('Invite', { ...expired, status: 'active', given });
    expect(await asked.findByText(words)).toBeInTheDocument();
  });

  it('is the price after the trial', async () => {
    const { asked } = await open('Invite', expired);
    expect(await asked.findByText('Each member costs $9 a month.')).toBeInTheDocument();
  });

  it('is not shown where payments are not available', async () => {
    const { asked } = await open('Invite', { ...trial, payments: { ...payments, configured: false } });
    expect(asked.queryByText(/month/)).not.toBeInTheDocument();
  });
});

describe('what one member fewer saves', () => {
  it('is said with the next charge', async () => {
    const { asked } = await open(
      'Remove Grace Hopper',
      active,
      getPreviewSeatsMockHandler({ ...seatsPreview, seats: 2, nextCharge: '10.50', prorated: '-7.50' }),
    );
    expect(
      await asked.findByText(
        'Each member costs $9 a month. With 2 members your next charge on December 20, 2026 is $10.50, after $7.50 credited for the rest of this month.',
      ),
    ).toBeInTheDocument();
    expect(asked.queryByText(/accept/)).not.toBeInTheDocument();
  });

  it('is nothing during the trial', async () => {
    const { asked } = await open('Remove Grace Hopper', trial);
    expect(asked.queryByText(/month/)).not.toBeInTheDocument();
  });
});

it.each([
  [{ seats: 1, prorated: '0.00' }, 'With 1 member your next charge on December 20, 2026 is $43.50.'],
  [{ prorated: '-0.00' }, 'With 4 members your next charge on December 20, 2026 is $43.50.'],
])('a change that costs nothing this month is not spoken of: %o', (part, words) => {
  expect(chargeWords({ ...seatsPreview, ...part })).toBe(words);
});

it('says nothing of a charge that does not come', () => {
  const { nextChargeAt: _at, ...none } = seatsPreview;
  expect(chargeWords(none)).toBeUndefined();
});
