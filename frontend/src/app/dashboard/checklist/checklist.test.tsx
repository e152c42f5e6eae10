import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { Company, CurrentUser, Dashboard, TeamMember } from '@/api/gen/model';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { getListTeamMockHandler } from '@/api/gen/workspaces/workspaces.msw';
import { trial } from '@/test/billing-data';
import { company, dashboard, emptyDashboard, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { invitedMember, ownerMember } from '@/test/team-data';

const complete: Company = {
  ...company,
  logoUrl: 'https://uploads.example/logo.png',
  whyWorkWithUs: 'We answer.',
  howWeWork: 'Week by week.',
  whatWeOffer: 'Websites.',
};

interface Start {
  profile?: Company;
  figures?: Dashboard;
  team?: TeamMember[];
  who?: CurrentUser;
}

async function open({ profile = company, figures = emptyDashboard, team = [ownerMember], who = ada }: Start) {
  const rendered = renderRoute(
    '/',
    getGetCompanyMockHandler(profile),
    getGetDashboardMockHandler(figures),
    getGetSubscriptionStatusMockHandler({ ...trial, teamMembers: 1 }),
    getListTeamMockHandler(team),
    getGetCurrentUserMockHandler(who),
  );
  await screen.findByRole('heading', { name: /^Welcome (to|back)/ });
  return rendered;
}

const KEY = `proffer.checklist.${ada.workspace.id}.${ada.id}`;
const checklist = () => screen.queryByRole('region', { name: 'Getting started' });
const steps = () =>
  within(checklist() ?? document.body)
    .getAllByRole('listitem')
    .map((step) => step.textContent);

describe('the checklist', () => {
  it('leads a new owner to every step', async () => {
    await open({});
    const shown = within(checklist() ?? document.body);
    expect(shown.getByText('0 of 6 done')).toBeVisible();
    const links = shown
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`);
    expect(links).toEqual([
      'Complete your profile /company/profile',
      'Add your logo /company/profile',
      'Add a client /clients',
      'Create a proposal /proposals/new',
      'Send a proposal /proposals?status=draft',
      'Invite a teammate /settings/team',
    ]);
  });

  it('ticks what is done', async () => {
    await open({
      profile: { ...complete, howWeWork: '  ' },
      figures: {
        ...emptyDashboard,
        totalClients: 1,
        totalProposals: 1,
        pipeline: emptyDashboard.pipeline.map((stage) =>
          stage.status === 'draft' ? { ...stage, count: 1 } : stage,
        ),
      },
      team: [ownerMember, invitedMember],
    });
    expect(await screen.findByText('4 of 6 done')).toBeVisible();
    expect(steps()).toEqual([
      'Complete your profile',
      'Add your logo, done',
      'Add a client, done',
      'Create a proposal, done',
      'Send a proposal',
      'Invite a teammate, done',
    ]);
  });

  it('goes once all is done, and stays away when something is taken back', async () => {
    const { queryClient } = await open({
      profile: complete,
      figures: dashboard,
      team: [ownerMember, invitedMember],
    });
    await waitFor(() => {
      expect(checklist()).not.toBeInTheDocument();
    });
    expect(localStorage.getItem(KEY)).toBe('over');
    act(() => {
      queryClient.setQueryData(['/api/companies'], company);
    });
    expect(checklist()).not.toBeInTheDocument();
  });

  it('can be put away and brought back, and is remembered as away', async () => {
    const { user } = await open({});
    await user.click(screen.getByRole('button', { name: 'Hide the checklist' }));
    expect(checklist()).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(checklist()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide the checklist' }));
    expect(localStorage.getItem(KEY)).toBe('over');
  });

  it('is away on the next visit', async () => {
    localStorage.setItem(KEY, 'over');
    await open({});
    expect(checklist()).not.toBeInTheDocument();
  });

  it('shows only steps that the user may take', async () => {
    const permissions = ada.permissions.filter((name) => !name.startsWith('company:'));
    await open({
      who: { ...ada, workspace: { ...ada.workspace, role: 'member' }, permissions },
    });
    expect(steps()).toEqual(['Add a client', 'Create a proposal', 'Send a proposal']);
  });

  it('stands while the dashboard is loading, and keeps its size', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    renderRoute(
      '/',
      getGetCompanyMockHandler(company),
      getGetDashboardMockHandler(async () => {
        await asked;
        return dashboard;
      }),
    );
    expect(await screen.findByRole('region', { name: 'Getting started' })).toBeVisible();
    expect(steps()).toHaveLength(6);
    expect(screen.queryByText(/of 6 done/)).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText('4 of 6 done')).toBeVisible();
    expect(steps()).toHaveLength(6);
  });

  it('leaves open what could not be asked', async () => {
    renderRoute(
      '/',
      getGetCompanyMockHandler(complete),
      getGetDashboardMockHandler(dashboard),
      failing('get', '/api/subscription/status', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByText('5 of 6 done')).toBeVisible();
  });
});
