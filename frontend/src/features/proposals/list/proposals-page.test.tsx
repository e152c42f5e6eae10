import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { getListClientsMockHandler, getGetClientMockHandler } from '@/api/gen/clients/clients.msw';
import {
  getDeleteProposalMockHandler,
  getGetProposalMockHandler,
  getListProposalsMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { client, proposalCard } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import { draft } from '@/test/proposal-data';

test('a card shows title, client, amount, date and status', async () => {
  renderRoute('/proposals', getListProposalsMockHandler([{ ...proposalCard, subtitle: 'With reminders' }]));
  const card = await screen.findByRole('listitem');
  expect(within(card).getByRole('link', { name: proposalCard.title })).toHaveAttribute(
    'href',
    `/proposals/${proposalCard.id}/edit`,
  );
  for (const text of ['With reminders', 'Northwind Dental', '$8,100.00', 'November 19, 2026', 'Pending']) {
    expect(within(card).getByText(text)).toBeVisible();
  }
});

test.each([
  [{ companyName: ' ', firstName: 'Mia', lastName: 'Öz' }, 'Mia Öz'],
  [{ companyName: '', firstName: '', lastName: '' }, 'Unknown Client'],
])('a client without company is called by name', async (names, shown) => {
  renderRoute(
    '/proposals',
    getListProposalsMockHandler([{ ...proposalCard, client: { id: client.id, ...names } }]),
  );
  expect(await screen.findByText(shown)).toBeVisible();
});

test('without proposals it says what to do next', async () => {
  renderRoute('/proposals', getListProposalsMockHandler([]));
  expect(await screen.findByRole('heading', { name: 'No proposals yet' })).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'Create New Proposal' });
  expect(links.some((link) => link.getAttribute('href') === '/proposals/new')).toBe(true);
});

test('a list that cannot be loaded can be tried again', async () => {
  const { user } = renderRoute(
    '/proposals',
    failing('get', '/api/proposals', { status: 503, code: 'unavailable', message: 'The database is away.' }),
  );
  expect(await screen.findByText('The database is away.')).toBeVisible();
  server.use(getListProposalsMockHandler([proposalCard]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(proposalCard.title)).toBeVisible();
});

test('copying opens the wizard with the proposal’s own words', async () => {
  const { user, router } = renderRoute(
    '/proposals',
    getListProposalsMockHandler([proposalCard]),
    getGetProposalMockHandler(draft),
    getListClientsMockHandler([client]),
    getGetClientMockHandler(client),
  );
  await user.click(await screen.findByRole('button', { name: `Copy ${proposalCard.title}` }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/proposals/new');
  });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    copyFrom: draft.id,
    clientId: draft.clientId,
    clientContext: draft.clientContext,
    proposedSolution: draft.proposedSolution,
    pricingDetails: draft.pricingDetails,
  });
  // Once the client is loaded: until then the heading is different.
  await screen.findByRole('button', { name: /Enter Details Manually/ });
  expect(screen.getByRole('heading', { name: 'Copy Proposal' })).toBeVisible();
});

test('deleting asks first, and then the card is gone', async () => {
  let cards = [proposalCard];
  const { user } = renderRoute(
    '/proposals',
    http.get('*/api/proposals', () => HttpResponse.json(cards)),
    getDeleteProposalMockHandler(),
  );
  await user.click(await screen.findByRole('button', { name: `Delete ${proposalCard.title}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this proposal?' });
  expect(screen.getByText(proposalCard.title, { selector: 'h2 a' })).toBeInTheDocument();
  cards = [];
  await user.click(within(dialog).getByRole('button', { name: `Delete ${proposalCard.title}` }));
  expect(await screen.findByText('Proposal deleted successfully!')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No proposals yet' })).toBeVisible();
});

test('a failed deletion says why and keeps the card', async () => {
  const { user } = renderRoute(
    '/proposals',
    getListProposalsMockHandler([proposalCard]),
    failing('delete', '/api/proposals/*', {
      status: 403,
      code: 'forbidden',
      message: 'Only its author may.',
    }),
  );
  await user.click(await screen.findByRole('button', { name: `Delete ${proposalCard.title}` }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: `Delete ${proposalCard.title}` }));
  expect(await screen.findByText('Error deleting proposal')).toBeVisible();
  expect(screen.getByText('Only its author may.')).toBeVisible();
});

test('the address says what is searched, filtered and sorted, and the server does it', async () => {
  const asked: string[] = [];
  const { user, router } = renderRoute(
    '/proposals?status=draft',
    http.get('*/api/proposals', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json([proposalCard]);
    }),
  );
  expect(await screen.findByText(proposalCard.title)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('draft');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Highest amount');
  await user.type(screen.getByRole('searchbox', { name: 'Search proposals' }), 'book');
  await waitFor(() => {
    expect(router.state.location.search).toBe('?status=draft&sort=amount&search=book');
  });
  await waitFor(() => {
    expect(asked.at(-1)).toBe('?limit=48&search=book&status=draft&sort=amount');
  });
});

test('a filter that finds nothing says so and leads back to all', async () => {
  const { user, router } = renderRoute('/proposals?search=zzz', getListProposalsMockHandler([]));
  expect(await screen.findByRole('heading', { name: 'No proposal matches' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Show All Proposals' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
});

test('several are ticked and deleted together', async () => {
  const other = { ...proposalCard, id: '0197a000-0000-7000-8000-00000000000f', title: 'Brand book' };
  let cards = [proposalCard, other];
  let asked: unknown;
  const { user } = renderRoute(
    '/proposals',
    http.get('*/api/proposals', () => HttpResponse.json(cards)),
    http.post('*/api/proposals/bulk-delete', async ({ request }) => {
      asked = await request.json();
      cards = [];
      return HttpResponse.json({ deleted: [proposalCard.id, other.id] });
    }),
  );
  await user.click(await screen.findByRole('checkbox', { name: `Select ${proposalCard.title}` }));
  expect(screen.getByText('1 proposal selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select Brand book' }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected proposals' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 proposals?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 Proposals' }));
  expect(await screen.findByText('2 proposals deleted successfully!')).toBeVisible();
  expect(asked).toEqual({ ids: [proposalCard.id, other.id] });
  expect(screen.queryByRole('region', { name: 'Selected proposals' })).not.toBeInTheDocument();
});
