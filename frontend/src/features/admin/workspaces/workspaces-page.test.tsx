import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getGivePlanMockHandler, getListWorkspacesMockHandler } from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { WorkspaceStanding } from '@/api/gen/model';
import { reader, renderAdmin } from '@/test/admin-data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';

const PATH = '/admin/workspaces';

const harbor: WorkspaceStanding = {
  id: '0197a000-0000-7000-8000-000000000201',
  name: 'Harbor Studio',
  ownerName: 'Ada Berg',
  ownerEmail: 'ada@harbor.example',
  teamMembers: 3,
  status: 'trial',
  trialEndsAt: '2026-12-01T12:00:00.000Z',
  createdAt: '2026-11-17T12:00:00.000Z',
};
const given: WorkspaceStanding = {
  ...harbor,
  status: 'active',
  given: { at: '2026-11-20T12:00:00.000Z', by: 'Ada Berg', reason: 'They test it for us.' },
};

const open = (workspaces: WorkspaceStanding[], ...handlers: Parameters<typeof renderAdmin>[1][]) =>
  renderAdmin(
    PATH,
    ...handlers,
    getListWorkspacesMockHandler(() => [...workspaces]),
  );
const row = async () => within(await screen.findByRole('listitem'));
const dialog = async () => within(await screen.findByRole('dialog'));

describe('workspaces of the site', () => {
  it('say whose they are and how they stand', async () => {
    open([
      harbor,
      { ...harbor, id: '2', name: 'Acme', teamMembers: 1, status: 'trial_expired' },
      { ...harbor, id: '3', name: 'Paid', status: 'active', stripeStatus: 'past_due' },
      { ...harbor, id: '4', name: 'Gone', status: 'trial_expired', stripeStatus: 'canceled' },
      { ...given, id: '5', name: 'Given' },
    ]);
    await screen.findByRole('heading', { name: 'Harbor Studio' });
    const [first, second, third, fourth, fifth] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Ada Berg, ada@harbor.example');
    expect(first).toHaveTextContent('3 members, since Nov 17, 2026');
    expect(first).toHaveTextContent('Free TrialTrial ends Dec 1, 2026');
    expect(second).toHaveTextContent('1 member, since');
    expect(second).toHaveTextContent('Trial ExpiredTrial ended Dec 1, 2026');
    expect(third).toHaveTextContent('ActiveSubscription past due');
    expect(fourth).toHaveTextContent('EndedSubscription canceled');
    expect(fourth).not.toHaveTextContent('Trial');
    expect(fifth).toHaveTextContent('Active, granted');
    expect(fifth).toHaveTextContent(
      'Plan granted by Ada Berg on Nov 20, 2026, with no end: “They test it for us.”',
    );
  });

  it('are given a plan until a day, with a reason', async () => {
    const workspaces = [harbor];
    let sent: unknown;
    const { user } = open(
      workspaces,
      getGivePlanMockHandler(async ({ request, params }) => {
        sent = { to: params.workspaceId, ...((await request.json()) as object) };
        workspaces[0] = given;
        return given;
      }),
    );
    await user.click((await row()).getByRole('button', { name: 'Grant a plan to Harbor Studio' }));
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Grant Plan' }));
    expect(form.getByRole('textbox', { name: /^Reason/ })).toHaveAccessibleDescription(
      /^Give a short reason/,
    );
    await user.type(form.getByLabelText(/^Until/), '2027-03-01');
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), ' They test it for us. ');
    await user.click(form.getByRole('button', { name: 'Grant Plan' }));
    expect(await screen.findByText('Plan granted')).toBeInTheDocument();
    expect(sent).toEqual({
      to: harbor.id,
      plan: 'pro',
      until: new Date('2027-03-01T23:59:59').toISOString(),
      reason: 'They test it for us.',
    });
    expect((await row()).getByText('Active, granted')).toBeInTheDocument();
  });

  it('have it taken back, with a reason', async () => {
    const workspaces = [given];
    let sent: unknown;
    const { user } = open(
      workspaces,
      getGivePlanMockHandler(async ({ request }) => {
        sent = await request.json();
        workspaces[0] = harbor;
        return harbor;
      }),
    );
    await user.click((await row()).getByRole('button', { name: 'Revoke the plan of Harbor Studio' }));
    const form = await dialog();
    expect(form.queryByLabelText(/^Until/)).not.toBeInTheDocument();
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'The test is over.');
    await user.click(form.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Plan revoked')).toBeInTheDocument();
    expect(sent).toEqual({ plan: 'none', reason: 'The test is over.' });
    expect((await row()).getByText('Free Trial')).toBeInTheDocument();
  });

  it.each([
    [{ status: 403, code: 'forbidden', message: 'Not allowed.' }, 'Admin access required'],
    [{ status: 500, code: 'internal', message: 'Out of order.' }, 'Out of order.'],
  ])('stay as they are when the server refuses', async (failure, words) => {
    const { user } = open(
      [harbor],
      failing('put', `${PATH.replace('/', '/api/')}/${harbor.id}/plan`, failure),
    );
    await user.click((await row()).getByRole('button', { name: 'Grant a plan to Harbor Studio' }));
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'They test it.');
    await user.click(form.getByRole('button', { name: 'Grant Plan' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /^Reason/ })).toHaveValue('They test it.');
  });

  it('say at the field what is wrong with the day', async () => {
    const { user } = open(
      [harbor],
      failing('put', `/api/admin/workspaces/${harbor.id}/plan`, {
        status: 422,
        code: 'invalid',
        message: 'That does not fit.',
        errors: [{ field: 'until', code: 'past', message: 'The day has passed.' }],
      }),
    );
    await user.click((await row()).getByRole('button', { name: 'Grant a plan to Harbor Studio' }));
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'They test it.');
    await user.click(form.getByRole('button', { name: 'Grant Plan' }));
    expect(await form.findByText('The day has passed.')).toBeInTheDocument();
  });

  it('are searched by the server, and say when none matches', async () => {
    const { user } = open(
      [],
      getListWorkspacesMockHandler(({ request }) =>
        new URL(request.url).searchParams.get('search') === 'zzz' ? [] : [harbor],
      ),
    );
    await row();
    await user.type(screen.getByRole('searchbox', { name: 'Search workspaces' }), 'zzz');
    expect(await screen.findByText('No workspace matches “zzz”')).toBeInTheDocument();
  });

  it('come in pages', async () => {
    const { user } = open(
      [],
      http.get('*/api/admin/workspaces', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([{ ...harbor, id: '2', name: 'Acme' }])
          : HttpResponse.json([harbor], {
              headers: { Link: '</api/admin/workspaces?cursor=next>; rel="next"' },
            }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more workspaces' }));
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more workspaces' })).not.toBeInTheDocument();
  });

  it('say that there are none', async () => {
    open([]);
    expect(await screen.findByText('No workspaces yet')).toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { user } = open(
      [],
      failing('get', '/api/admin/workspaces', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListWorkspacesMockHandler([harbor]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Harbor Studio' })).toBeInTheDocument();
  });

  it('are offered no plans by who only reads', async () => {
    open([given], getGetCurrentUserMockHandler(reader));
    expect((await row()).queryByRole('button')).not.toBeInTheDocument();
  });
});
