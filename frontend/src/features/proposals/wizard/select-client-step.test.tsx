import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '@/api/gen/model';
import { getGetClientMockHandler } from '@/api/gen/clients/clients.msw';
import { client } from '@/test/data';
import { unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const named = (number: number, companyName: string, firstName: string, lastName: string): Client => ({
  ...client,
  id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  companyName,
  firstName,
  lastName,
});
const paperboat = named(1, 'Paperboat', 'Alice', 'Boone');
const quay = named(2, 'Quay', 'Jo', 'Lin');
const all = [client, paperboat, quay];

/** A server that returns one client per page. It does the search; the argument defines the matches. */
function serving(found: Record<string, Client[]> = {}) {
  const asked: string[] = [];
  const handler = http.get('*/api/clients', ({ request }) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(search);
    const wanted = searchParams.get('search');
    const matching = wanted === null ? all : (found[wanted] ?? []);
    const at = Number(searchParams.get('cursor') ?? 0);
    const headers = new Headers();
    if (at === 0) headers.set('X-Total-Count', String(matching.length));
    if (at + 1 < matching.length) {
      searchParams.set('cursor', String(at + 1));
      headers.set('Link', `</api/clients?${searchParams.toString()}>; rel="next"`);
    }
    return HttpResponse.json(matching.slice(at, at + 1), { headers });
  });
  return { asked, handler };
}

/** The names of the companies, and whether each is selected. */
const listed = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('button', { name: /Active$/ })
    .map((button) => [button.querySelector('strong')?.textContent, button.getAttribute('aria-pressed')]);

const searchbox = () => screen.findByRole('searchbox', { name: 'Search clients' });

beforeEach(() => {
  sessionStorage.clear();
});

test('shows how many clients there are, and the others on demand', async () => {
  const { user } = renderRoute('/proposals/new', serving().handler);
  expect(await screen.findByText('Showing 1 of 3 clients')).toBeVisible();
  expect(listed()).toEqual([['Northwind Dental', 'false']]);
  await user.click(screen.getByRole('button', { name: 'Show more clients' }));
  expect(await screen.findByText('Showing 2 of 3 clients')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more clients' }));
  await waitFor(() => {
    expect(listed().map(([name]) => name)).toEqual(['Northwind Dental', 'Paperboat', 'Quay']);
  });
  expect(screen.queryByRole('button', { name: 'Show more clients' })).not.toBeInTheDocument();
  expect(screen.getByText('3 clients')).toBeInTheDocument();
});

test('searches on the server, in names alone, once the typing pauses', async () => {
  const { asked, handler } = serving({ 'Al Bo': [paperboat, quay] });
  const { user } = renderRoute('/proposals/new', handler);
  await user.type(await searchbox(), ' Al Bo ');
  expect(await screen.findByText('Showing 1 of 2 clients')).toBeVisible();
  expect(listed()).toEqual([['Paperboat', 'false']]);
  await user.click(screen.getByRole('button', { name: 'Show more clients' }));
  await waitFor(() => {
    expect(listed()).toHaveLength(2);
  });
  expect(asked).toEqual([
    '?limit=48',
    '?limit=48&search=Al+Bo&emails=false',
    '?limit=48&search=Al+Bo&emails=false&cursor=1',
  ]);
});

test('says that no client matches', async () => {
  const { user } = renderRoute('/proposals/new', serving().handler);
  await user.type(await searchbox(), 'nobody');
  expect(await screen.findByText('No client matches “nobody”.')).toBeVisible();
  expect(listed()).toEqual([]);
  await user.clear(await searchbox());
  expect(await screen.findByText('Northwind Dental')).toBeVisible();
});

test('shows who was chosen by the link though the first page has others, and keeps the choice in a search', async () => {
  const { handler } = serving({ north: [client], quay: [quay] });
  const { user } = renderRoute(`/proposals/new?clientId=${quay.id}`, handler, getGetClientMockHandler(quay));
  await screen.findByRole('heading', { name: 'Input Method' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Showing 2 of 3 clients')).toBeVisible();
  expect(listed()).toEqual([
    ['Quay', 'true'],
    ['Northwind Dental', 'false'],
  ]);

  await user.type(await searchbox(), 'north');
  await waitFor(() => {
    expect(listed()).toEqual([['Northwind Dental', 'false']]);
  });
  await user.clear(await searchbox());
  await user.type(await searchbox(), 'quay');
  await waitFor(() => {
    expect(listed()).toEqual([['Quay', 'true']]);
  });
  await user.clear(await searchbox());
  await waitFor(() => {
    expect(listed()).toHaveLength(2);
  });
  // Even if the pages contain them, they are listed once.
  await user.click(screen.getByRole('button', { name: 'Show more clients' }));
  await waitFor(() => {
    expect(listed()).toHaveLength(3);
  });
  await user.click(screen.getByRole('button', { name: 'Show more clients' }));
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Show more clients' })).not.toBeInTheDocument();
  });
  expect(listed()).toEqual([
    ['Quay', 'true'],
    ['Northwind Dental', 'false'],
    ['Paperboat', 'false'],
  ]);
});

test('a search that fails leaves what was typed, and is asked again', async () => {
  const { handler } = serving({ quay: [quay] });
  const { user } = renderRoute('/proposals/new', handler);
  const box = await searchbox();
  await screen.findByText('Northwind Dental');
  server.use(unreachable('get', '/api/clients'));
  await user.type(box, 'quay');
  expect(await screen.findByText('We couldn’t load your clients')).toBeVisible();
  expect(box).toHaveValue('quay');
  server.use(handler);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Quay')).toBeVisible();
});

test('asks for a client first where there is none', async () => {
  renderRoute(
    '/proposals/new',
    http.get('*/api/clients', () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
  );
  expect(await screen.findByRole('heading', { name: 'Add a client first' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add New Client' })).toHaveAttribute('href', '/clients');
});
