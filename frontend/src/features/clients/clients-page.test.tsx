import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import type { Client } from '@/api/gen/model';
import {
  getCreateClientMockHandler,
  getDeleteClientMockHandler,
  getGetClientMockHandler,
  getListClientsMockHandler,
  getReadClientWebsiteMockHandler,
  getUpdateClientMockHandler,
} from '@/api/gen/clients/clients.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { getGetNotificationPreferencesMockHandler } from '@/api/gen/notifications/notifications.msw';
import { expired } from '@/test/billing-data';
import { client, user as ada } from '@/test/data';
import { failing, stale } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const other: Client = {
  ...client,
  id: '0197a000-0000-7000-8000-0000000000ff',
  companyName: 'Paperboat',
  firstName: 'Jo',
  lastName: 'Lin',
  email: 'jo@paperboat.example',
  scrapedInfo: { industry: 'Publishing' },
  proposalCount: 0,
  signedProposalCount: 0,
  openProposalCount: 0,
};

/** A list on the server, which does the search. */
const listing = (clients: Client[]) =>
  getListClientsMockHandler(({ request }) => {
    const search = (new URL(request.url).searchParams.get('search') ?? '').toLowerCase();
    return clients.filter(({ companyName }) => companyName.toLowerCase().includes(search));
  });

const dialog = () => screen.findByRole('dialog');

describe('clients page', () => {
  it('shows each client with ways to reach them and to start a proposal', async () => {
    renderRoute('/clients', listing([client, other]));
    expect(await screen.findByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'mia@northwind.example' })).toHaveAttribute(
      'href',
      'mailto:mia@northwind.example',
    );
    expect(screen.getByText('AI-Enhanced Profile, Publishing')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'New Proposal for Northwind Dental' })).toHaveAttribute(
      'href',
      `/proposals/new?clientId=${client.id}`,
    );
  });

  it('searches through the server and says when nothing matches', async () => {
    const { user, router } = renderRoute('/clients', listing([client, other]));
    await user.type(await screen.findByRole('searchbox', { name: 'Search clients' }), 'paper');
    await waitFor(() => {
      expect(screen.queryByText('Northwind Dental')).not.toBeInTheDocument();
    });
    expect(screen.getByText('Paperboat')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?search=paper');
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(await screen.findByText('No client matches “paperzzz”')).toBeInTheDocument();
  });

  it('fetches further pages on demand', async () => {
    const { user } = renderRoute(
      '/clients',
      http.get('*/api/clients', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([other])
          : HttpResponse.json([client], {
              headers: { Link: '</api/clients?cursor=next>; rel="next"', 'X-Total-Count': '2' },
            }),
      ),
    );
    expect(await screen.findByText('Showing 1 of 2 clients')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Show more clients' }));
    expect(await screen.findByText('Paperboat')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more clients' })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
  });

  it('says that further pages did not come, and asks again', async () => {
    let away = true;
    const { user } = renderRoute(
      '/clients',
      http.get('*/api/clients', ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json([client], { headers: { Link: '</api/clients?cursor=next>; rel="next"' } });
        return away ? HttpResponse.error() : HttpResponse.json([other]);
      }),
    );
    const more = await screen.findByRole('button', { name: 'Show more clients' });
    await user.click(more);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'More clients could not be loaded. Try again.',
    );
    expect(screen.getByText('Northwind Dental')).toBeInTheDocument();
    away = false;
    await user.click(more);
    expect(await screen.findByText('Paperboat')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says how many were found, on further pages too', async () => {
    renderRoute(
      '/clients?search=north',
      http.get('*/api/clients', () =>
        HttpResponse.json([client], {
          headers: { Link: '</api/clients?cursor=next>; rel="next"', 'X-Total-Count': '1240' },
        }),
      ),
    );
    expect(await screen.findByText('1,240 clients found')).toBeInTheDocument();
    expect(screen.getByText('Showing 1 of 1,240 clients')).toBeInTheDocument();
  });

  it('invites to add the first client, and adds it', async () => {
    const clients: Client[] = [];
    let sent: unknown;
    const { user } = renderRoute(
      '/clients',
      listing(clients),
      getCreateClientMockHandler(async ({ request }) => {
        sent = await request.json();
        clients.push(client);
        return client;
      }),
    );
    expect(await screen.findByText('No clients yet')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add Client' }));
    const form = within(await dialog());
    await user.click(form.getByRole('button', { name: 'Add Client' }));
    for (const message of [
      'Company name is required',
      'First name is required',
      'Last name is required',
      'Email is required',
    ]) {
      expect(form.getByText(message)).toBeInTheDocument();
    }
    await user.type(form.getByLabelText(/^Company name/), 'Northwind Dental');
    await user.type(form.getByLabelText(/^First name/), 'Mia');
    await user.type(form.getByLabelText(/^Last name/), 'Öz');
    await user.type(form.getByLabelText(/^Email/), 'mia@northwind.example');
    await user.click(form.getByRole('button', { name: 'Add Client' }));
    expect(await screen.findByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
    expect(sent).toMatchObject({
      companyName: 'Northwind Dental',
      lastName: 'Öz',
      email: 'mia@northwind.example',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('edits a client; a refused save leaves the form as it was typed', async () => {
    let saved: unknown;
    const { user } = renderRoute(
      '/clients',
      listing([client]),
      http.put(
        '*/api/clients/:clientId',
        () =>
          HttpResponse.json(
            {
              code: 'validation_failed',
              message: 'Please correct the marked fields.',
              errors: [
                { field: 'websiteUrl', code: 'invalid', message: 'Website must be a valid web address' },
              ],
            },
            { status: 422 },
          ),
        { once: true },
      ),
      getUpdateClientMockHandler(async ({ request }) => {
        saved = await request.json();
        return client;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Edit Northwind Dental' }));
    const form = within(await dialog());
    const website = form.getByLabelText(/^Website/);
    await user.clear(website);
    await user.type(website, 'not a site');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update client. Please try again.')).toBeInTheDocument();
    expect(website).toHaveAccessibleDescription(/^Website must be a valid web address/);
    expect(website).toHaveValue('not a site');
    await user.clear(website);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Client updated successfully!')).toBeInTheDocument();
    expect(saved).toEqual({ websiteUrl: '', etag: client.etag });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Edit Northwind Dental' })).toHaveFocus();
    });
  });

  it('leaves the form as it was typed when the trial is over, with the way to pay', async () => {
    const { user, router } = renderRoute(
      '/clients',
      getListClientsMockHandler([client]),
      failing('put', `/api/clients/${client.id}`, {
        status: 402,
        code: 'trial_expired',
        message: 'Your trial has expired. Please upgrade to continue managing clients',
        trialExpired: true,
      }),
      getGetSubscriptionStatusMockHandler(expired),
    );
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Company name' }), ' & Sons');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Your trial has expired. Please upgrade to continue managing clients'),
    ).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('Northwind Dental & Sons');
    await user.click(screen.getByRole('link', { name: 'Upgrade', hidden: true }));
    expect(await screen.findByText('Your 14-day trial has expired')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/subscription');
  });

  it('asks before deleting, counting the proposals that go too', async () => {
    let deleted = false;
    let shown: unknown;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user } = renderRoute(
      '/clients',
      // The list is outdated: the dialog requests the figures.
      getListClientsMockHandler(() =>
        deleted ? [] : [{ ...client, proposalCount: 0, signedProposalCount: 0, openProposalCount: 0 }],
      ),
      getGetClientMockHandler(async () => {
        await answered;
        return client;
      }),
      getDeleteClientMockHandler(({ request }) => {
        shown = Object.fromEntries(new URL(request.url).searchParams);
        deleted = true;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete Northwind Dental' }));
    const asked = within(await dialog());
    expect(asked.getByText('Counting their proposals…')).toBeInTheDocument();
    expect(asked.getByRole('button', { name: `Delete ${client.companyName}` })).toBeDisabled();
    expect(asked.queryByText(/there are none yet/)).not.toBeInTheDocument();
    answer();
    expect(await asked.findByText('3 proposals')).toBeInTheDocument();
    expect(asked.getByText(/One of them is signed\./)).toBeInTheDocument();
    expect(asked.getByText(/One of them is with the client and not signed yet/)).toBeInTheDocument();
    expect(deleted).toBe(false);
    await user.click(asked.getByRole('button', { name: `Delete ${client.companyName}` }));
    expect(await screen.findByText('No clients yet')).toBeInTheDocument();
    expect(shown).toEqual({ proposals: '3', signed: '1', open: '1' });
  });

  it('asks again with the right figures where others were shown before deleting', async () => {
    const asked: unknown[] = [];
    const { user } = renderRoute(
      '/clients',
      listing([client]),
      getGetClientMockHandler({ ...client, proposalCount: 1, signedProposalCount: 0, openProposalCount: 1 }),
      http.delete('*/api/clients/:clientId', ({ request }) => {
        const shown = Object.fromEntries(new URL(request.url).searchParams);
        asked.push(shown);
        if (shown.signed === '1') return new HttpResponse(null, { status: 204 });
        const fields = [
          { field: 'signed', yours: 0, current: 1 },
          { field: 'open', yours: 1, current: 0 },
        ];
        const body = { ...stale(client.etag, fields), code: 'stale_counts' };
        return HttpResponse.json(body, { status: 409 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete Northwind Dental' }));
    const opened = within(await dialog());
    expect(await opened.findByText('1 proposal')).toBeInTheDocument();
    expect(opened.queryByText(/is signed/)).not.toBeInTheDocument();
    await user.click(opened.getByRole('button', { name: 'Delete Northwind Dental' }));
    expect(await opened.findByRole('alert')).toHaveTextContent('Nothing was deleted');
    expect(opened.getByText(/One of them is signed\./)).toBeInTheDocument();
    expect(opened.queryByText(/not signed yet/)).not.toBeInTheDocument();
    await user.click(opened.getByRole('button', { name: 'Delete Northwind Dental' }));
    expect(await screen.findByText('Client deleted successfully!')).toBeInTheDocument();
    expect(asked).toEqual([
      { proposals: '1', signed: '0', open: '1' },
      { proposals: '1', signed: '1', open: '0' },
    ]);
  });

  it('are asked for again at each visit', async () => {
    let clients = [client];
    const { router } = renderRoute(
      '/clients',
      getListClientsMockHandler(() => clients),
      getGetNotificationPreferencesMockHandler([]),
    );
    expect(await screen.findByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
    await router.navigate('/settings/notifications');
    clients = [client, other];
    await router.navigate('/clients');
    expect(await screen.findByRole('heading', { name: 'Paperboat' })).toBeInTheDocument();
  });

  it('says when deleting failed and keeps the client', async () => {
    const { user } = renderRoute(
      '/clients',
      listing([client]),
      getGetClientMockHandler(client),
      failing('delete', `/api/clients/${client.id}`, {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete Northwind Dental' }));
    const opened = within(await dialog());
    await opened.findByText('3 proposals');
    await user.click(opened.getByRole('button', { name: `Delete ${client.companyName}` }));
    expect(await screen.findByText('Failed to delete client. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
  });

  it('offers another try when the list did not load', async () => {
    const { user } = renderRoute(
      '/clients',
      failing('get', '/api/clients', { status: 503, code: 'unavailable', message: 'Briefly unavailable.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Briefly unavailable.');
    const { server } = await import('@/test/server');
    server.use(listing([client]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
  });

  it('leads to the import and exports all of them', async () => {
    let asked = false;
    const { user } = renderRoute(
      '/clients',
      http.get('*/api/clients/export', () => {
        asked = true;
        return HttpResponse.error();
      }),
      listing([client]),
    );
    expect(await screen.findByRole('link', { name: 'Import' })).toHaveAttribute('href', '/clients/import');
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Export all clients' }));
    expect(await screen.findByText('Export failed')).toBeInTheDocument();
    expect(asked).toBe(true);
  });

  it('has one menu for both on a phone', async () => {
    const none = window.matchMedia('');
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), none, { media, matches: media === '(max-width: 600px)' }),
    );
    const { user } = renderRoute('/clients', listing([client]));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(screen.getByRole('menuitem', { name: 'Import clients' })).toHaveAttribute(
      'href',
      '/clients/import',
    );
    expect(screen.queryByRole('link', { name: 'Import' })).not.toBeInTheDocument();
  });

  it('hides what the user may not do', async () => {
    renderRoute(
      '/clients',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['clients:read'] }),
      listing([client]),
    );
    expect(await screen.findByRole('heading', { name: 'Northwind Dental' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Add|Edit|Delete|More/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Import' })).not.toBeInTheDocument();
  });
});

describe('what a website tells of a client', () => {
  const told: Client = {
    ...client,
    enrichment: 'done',
    scrapedInfo: {
      logoUrl: '/api/objects/logo-1',
      industry: 'Furniture',
      shortDescription: 'Tables from local wood.',
      sourceUrl: 'https://www.harbor.example/about',
    },
  };

  it('stands on the card, with where it is from', async () => {
    renderRoute('/clients', listing([told]));
    expect(await screen.findByText('AI-Enhanced Profile, Furniture')).toBeInTheDocument();
    expect(screen.getByText('Tables from local wood.')).toBeInTheDocument();
    const source = screen.getByRole('link', { name: 'from harbor.example' });
    expect(source).toHaveAttribute('href', 'https://www.harbor.example/about');
  });

  it('has initials where the logo does not load', async () => {
    renderRoute('/clients', listing([told]));
    const card = (await screen.findByRole('heading', { name: client.companyName })).closest('li');
    const logo = card?.querySelector('img');
    expect(logo).toHaveAttribute('src', '/api/objects/logo-1');
    if (logo != null) fireEvent.error(logo);
    expect(card?.querySelector('img')).toBeNull();
    expect(within(card ?? document.body).getByText('N')).toBeInTheDocument();
  });

  it('appears by itself once it has been read', async () => {
    const clients: Client[] = [{ ...client, enrichment: 'waiting', updatedAt: new Date().toISOString() }];
    renderRoute('/clients', listing(clients));
    expect(await screen.findByText('Reading their website…')).toBeInTheDocument();
    clients[0] = told;
    expect(await screen.findByText('AI-Enhanced Profile, Furniture')).toBeInTheDocument();
    expect(screen.queryByText('Reading their website…')).not.toBeInTheDocument();
  });

  it('is tried again where it could not be read', async () => {
    const clients: Client[] = [
      { ...client, enrichment: 'failed', enrichmentProblem: 'The website could not be read: it is down.' },
    ];
    let asked: unknown;
    const { user } = renderRoute(
      '/clients',
      listing(clients),
      getReadClientWebsiteMockHandler(({ params }) => {
        asked = params.clientId;
        clients[0] = { ...client, enrichment: 'waiting' };
        return clients[0];
      }),
    );
    expect(await screen.findByText(/The website could not be read: it is down\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Try again/ }));
    expect(await screen.findByText('Reading their website…')).toBeInTheDocument();
    expect(asked).toBe(client.id);
  });
});
