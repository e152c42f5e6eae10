import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getCreateClientMockHandler, getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { client, company, dashboard, emptyDashboard, proposalCard } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const withCompany = getGetCompanyMockHandler(company);
const figure = (label: string) => screen.getByText(label).nextElementSibling;

describe('dashboard', () => {
  it('greets a new user with the two first steps', async () => {
    renderRoute('/', withCompany, getGetDashboardMockHandler(emptyDashboard));
    expect(await screen.findByRole('heading', { name: 'Welcome to Proffer, Ada!' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add Client' })).toHaveAttribute('href', '/clients');
    expect(screen.getByRole('link', { name: 'Start Creating' })).toHaveAttribute('href', '/proposals/new');
    expect(figure('Total Value')).toHaveTextContent('$0.00');
    expect(figure('Win Rate')).toHaveTextContent('0%');
    expect(screen.getByText('None decided yet')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Pipeline' })).not.toBeInTheDocument();
  });

  it('shows figures and the newest of each to a returning user', async () => {
    renderRoute(
      '/',
      withCompany,
      getGetDashboardMockHandler({
        ...dashboard,
        activeProposals: 2,
        totalProposals: 7,
        wonProposals: 2,
        decidedProposals: 3,
        wonOfDecided: 2,
        totalValue: [
          { currency: 'USD', amount: '7000.70' },
          { currency: 'EUR', amount: '1200.00' },
        ],
        totalClients: 31,
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
    expect(figure('Active Proposals')).toHaveTextContent('2');
    expect(figure('Total Value')).toHaveTextContent('$7,000.70');
    expect(screen.getByText('€1,200.00')).toBeInTheDocument();
    expect(figure('Win Rate')).toHaveTextContent('29%');
    expect(screen.getByText('67% of 3 decided')).toBeVisible();
    expect(figure('Total Clients')).toHaveTextContent('31');
    const recent = within(
      screen.getByRole('heading', { name: 'Recent Proposals' }).closest('section') ?? document.body,
    );
    expect(recent.getByRole('link', { name: new RegExp(proposalCard.title) })).toHaveAttribute(
      'href',
      `/proposals/${proposalCard.id}/edit`,
    );
    expect(recent.getByText('Pending')).toBeInTheDocument();
    const clients = within(
      screen.getByRole('heading', { name: 'Recent Clients' }).closest('section') ?? document.body,
    );
    expect(
      clients.getByRole('link', { name: new RegExp(`${client.firstName} ${client.lastName}`) }),
    ).toBeInTheDocument();
  });

  it('holds its place while it loads', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    renderRoute(
      '/',
      withCompany,
      getGetDashboardMockHandler(async () => {
        await asked;
        return dashboard;
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Welcome, Ada!' })).toBeInTheDocument();
    expect(figure('Total Clients')).toHaveTextContent('–');
    answer();
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
    expect(figure('Total Clients')).toHaveTextContent('1');
  });

  it('offers another try when it could not be loaded', async () => {
    const { user } = renderRoute(
      '/',
      withCompany,
      failing('get', '/api/dashboard', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetDashboardMockHandler(dashboard));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
  });

  it('is asked again after a change and on a visit', async () => {
    let clients = 0;
    const { router, user } = renderRoute(
      '/',
      withCompany,
      getGetDashboardMockHandler(() => ({ ...emptyDashboard, totalClients: clients })),
      getListClientsMockHandler(() => (clients === 0 ? [] : [client])),
      getCreateClientMockHandler(() => {
        clients = 1;
        return client;
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Add Client' }));
    await user.click((await screen.findAllByRole('button', { name: 'Add Client' }))[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Company name' }), client.companyName);
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), client.firstName);
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), client.lastName);
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), client.email);
    await user.click(dialog.getByRole('button', { name: 'Add Client' }));
    expect(await screen.findByText('Client created successfully!')).toBeInTheDocument();
    await router.navigate('/');
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
  });
});
