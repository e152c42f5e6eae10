import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { CurrentUser, TeamMember } from '@/api/gen/model';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import {
  getCancelInvitationMockHandler,
  getChangeMemberRoleMockHandler,
  getInviteMemberMockHandler,
  getLeaveWorkspaceMockHandler,
  getListTeamMockHandler,
  getRemoveMemberMockHandler,
  getResendInvitationMockHandler,
} from '@/api/gen/workspaces/workspaces.msw';
import { company, dashboard, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import { graceMember as grace, invitedMember as invited, ownerMember as owner } from '@/test/team-data';

/** A team as stored by the server. */
const teamOf = (team: TeamMember[]) => getListTeamMockHandler(() => [...team]);
const member: CurrentUser = { ...ada, permissions: ['team:read', 'team:leave'] };
const dialog = async () => within(await screen.findByRole('dialog'));

describe('team page', () => {
  it('lists who belongs and who is invited', async () => {
    const expired: TeamMember = {
      ...invited,
      id: '0197a000-0000-7000-8000-000000000104',
      email: 'late@harbor.example',
      status: 'invitation_expired',
    };
    renderRoute('/settings/team', teamOf([owner, grace, invited, expired]));
    const members = within(await screen.findByRole('region', { name: 'Members' }));
    expect(members.getByText('2 seats in use')).toBeInTheDocument();
    const [first, second] = members.getAllByRole('listitem');
    expect(first).toHaveTextContent('Ada Berg You');
    expect(first).toHaveTextContent('Owner');
    expect(second).toHaveTextContent('grace@harbor.example');
    expect(second).toHaveTextContent('Since Nov 18, 2026');
    const invitations = within(screen.getByRole('region', { name: 'Invitations' }));
    const [open, late] = invitations.getAllByRole('listitem');
    expect(open).toHaveTextContent('Invited');
    expect(open).toHaveTextContent('link works until Nov 27, 2026');
    expect(late).toHaveTextContent('Invitation expired');
  });

  it('does not allow changing the owner or oneself', async () => {
    renderRoute(
      '/settings/team',
      teamOf([
        { ...owner, isYou: false },
        { ...grace, isYou: true },
      ]),
    );
    await screen.findByText('Grace Hopper');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it('shows a member the list only', async () => {
    renderRoute(
      '/settings/team',
      getGetCurrentUserMockHandler(member),
      teamOf([{ ...owner, isYou: false }, grace, invited]),
    );
    await screen.findByText('Grace Hopper');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('button').map((button) => button.textContent)).toEqual(['Leave']);
    expect(main.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('changes a role in place', async () => {
    const team = [owner, grace];
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/team',
      teamOf(team),
      getChangeMemberRoleMockHandler(async ({ request }) => {
        sent = await request.json();
        team[1] = { ...grace, role: 'admin' };
        return team[1];
      }),
    );
    const role = await screen.findByRole('combobox', { name: 'Role of Grace Hopper' });
    expect(role).toHaveValue('member');
    await user.selectOptions(role, 'Admin');
    expect(await screen.findByText('Grace Hopper is now an admin.')).toBeInTheDocument();
    expect(sent).toEqual({ role: 'admin' });
    expect(role).toHaveValue('admin');
  });

  it('keeps the role when it could not be changed', async () => {
    const { user } = renderRoute(
      '/settings/team',
      teamOf([owner, grace]),
      failing('put', `/api/team/${grace.id}`, { status: 403, code: 'forbidden', message: 'Not allowed.' }),
    );
    await user.selectOptions(await screen.findByRole('combobox'), 'admin');
    expect(await screen.findByText('Role not changed')).toBeInTheDocument();
    expect(screen.getByRole('combobox')).toHaveValue('member');
  });

  it('asks before it removes a member, and says what happens', async () => {
    const team = [owner, grace];
    const { user } = renderRoute(
      '/settings/team',
      teamOf(team),
      getRemoveMemberMockHandler(() => {
        team.pop();
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Remove Grace Hopper' }));
    const asked = await dialog();
    expect(asked.getByText(/access to Harbor Studio ends at once/)).toBeInTheDocument();
    expect(asked.getByText(/stay and are transferred to the owner/)).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Remove Grace Hopper' }));
    expect(await screen.findByText('Grace Hopper no longer has access.')).toBeInTheDocument();
    expect(screen.getByText('1 seat in use')).toBeInTheDocument();
    expect(screen.queryByText('grace@harbor.example')).not.toBeInTheDocument();
  });

  it('offers another try when the list did not load', async () => {
    const { user } = renderRoute(
      '/settings/team',
      failing('get', '/api/team', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(teamOf([owner]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 seat in use')).toBeInTheDocument();
  });
});

describe('inviting', () => {
  it('sends an invitation and lists it', async () => {
    const team = [owner];
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/team',
      teamOf(team),
      getInviteMemberMockHandler(async ({ request }) => {
        sent = await request.json();
        team.push(invited);
        return invited;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Send Invitation' }));
    expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription(/^Email is required/);
    await user.type(form.getByLabelText(/^Email/), 'linus@harbor.example');
    await user.click(form.getByRole('radio', { name: /^Admin/ }));
    await user.click(form.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('A link is on its way to linus@harbor.example.')).toBeInTheDocument();
    expect(sent).toEqual({ email: 'linus@harbor.example', role: 'admin' });
    expect(screen.getByRole('region', { name: 'Invitations' })).toBeInTheDocument();
  });

  it.each(['already_member', 'already_invited'])('says %s at the address, and keeps it', async (code) => {
    const { user } = renderRoute(
      '/settings/team',
      teamOf([owner]),
      failing('post', '/api/team/invitations', { status: 409, code, message: 'They are here already.' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const form = await dialog();
    await user.type(form.getByLabelText(/^Email/), 'grace@harbor.example{Enter}');
    await waitFor(() => {
      expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription(/^They are here already\./);
    });
    expect(form.getByLabelText(/^Email/)).toHaveValue('grace@harbor.example');
    expect(form.getByLabelText(/^Email/)).toHaveFocus();
  });

  it('sends one again', async () => {
    const { user } = renderRoute(
      '/settings/team',
      teamOf([owner, invited]),
      getResendInvitationMockHandler(invited),
    );
    await user.click(
      await screen.findByRole('button', { name: 'Resend the invitation to linus@harbor.example' }),
    );
    expect(await screen.findByText('Invitation sent again')).toBeInTheDocument();
  });

  it('takes one back', async () => {
    const team = [owner, invited];
    const { user } = renderRoute(
      '/settings/team',
      teamOf(team),
      getCancelInvitationMockHandler(() => {
        team.pop();
      }),
    );
    await user.click(
      await screen.findByRole('button', { name: 'Cancel the invitation to linus@harbor.example' }),
    );
    await user.click((await dialog()).getByRole('button', { name: 'Cancel Invitation' }));
    expect(await screen.findByText('Invitation cancelled')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Invitations' })).not.toBeInTheDocument();
  });
});

describe('leaving', () => {
  it('ends in another workspace, with nothing kept of this one', async () => {
    const acme = {
      id: '0197a000-0000-7000-8000-0000000000aa',
      name: 'Acme',
      role: 'owner',
      countersign: false,
      etag: 'workspace-2',
    };
    const { user, router } = renderRoute(
      '/settings/team',
      getGetCurrentUserMockHandler(member),
      teamOf([{ ...owner, isYou: false }, grace]),
      getLeaveWorkspaceMockHandler({ ...ada, workspace: acme, workspaces: [acme] }),
      getGetCompanyMockHandler(company),
      getGetDashboardMockHandler(dashboard),
    );
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click((await dialog()).getByRole('button', { name: 'Leave Harbor Studio' }));
    expect(await screen.findByText('You have left Harbor Studio')).toBeInTheDocument();
    expect(screen.getByText('You are now in Acme.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
  });

  it('tells the owner to hand over first', async () => {
    renderRoute('/settings/team', teamOf([owner, grace]));
    const panel = within(await screen.findByRole('region', { name: 'Leave workspace' }));
    expect(panel.getByRole('link', { name: 'workspace settings' })).toHaveAttribute(
      'href',
      '/settings/workspace',
    );
    expect(panel.queryByRole('button')).not.toBeInTheDocument();
  });

  it('says why it did not work', async () => {
    const { user } = renderRoute(
      '/settings/team',
      getGetCurrentUserMockHandler(member),
      teamOf([{ ...owner, isYou: false }, grace]),
      failing('post', '/api/workspace/leave', {
        status: 409,
        code: 'owner_must_transfer',
        message: 'Hand the workspace over first.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click((await dialog()).getByRole('button', { name: 'Leave Harbor Studio' }));
    expect(await screen.findByText('Hand the workspace over first.')).toBeInTheDocument();
  });
});
