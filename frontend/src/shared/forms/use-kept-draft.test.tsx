// Tested through the forms that use it, as a user experiences it: the session ends, and the user signs in
// again in the same tab.
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi, beforeEach } from 'vitest';
import {
  getCreateClientMockHandler,
  getListClientsMockHandler,
  getUpdateClientMockHandler,
} from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import {
  getGetCurrentUserMockHandler,
  getGetSsoConnectionMockHandler,
  getLogoutMockHandler,
} from '@/api/gen/identity/identity.msw';
import type { SsoConnection } from '@/api/gen/model';
import { client, company, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const clients = getListClientsMockHandler([client]);
const ended = (method: 'post' | 'put', path: string) =>
  failing(method, path, { status: 401, code: 'unauthenticated', message: 'Unauthorized' });
const bea = { ...ada, id: '0197a000-0000-7000-8000-00000000000e' };
const earlier = 'What you typed earlier is still here.';

beforeEach(() => {
  // Going to the sign-in page leaves this document; the next render is the one after it.
  const here = window.location;
  vi.stubGlobal('location', Object.assign(new URL('/clients', here.href), { assign: vi.fn() }));
  return () => {
    // One by one: other stubs stay for the whole file.
    vi.stubGlobal('location', here);
  };
});

const addDialog = () => screen.findByRole('dialog', { name: 'Add Client' });

/** Types into the form of a new client, and leaves the page without submitting. */
async function typeAndLeave() {
  const { user } = renderRoute('/clients', clients);
  await user.click(await screen.findByRole('button', { name: 'Add Client' }));
  await user.type(within(await addDialog()).getByRole('textbox', { name: 'Company name' }), 'Harbor Hotel');
  cleanup();
}

test('what was typed is there again after the session ended, and goes once it is saved', async () => {
  const before = renderRoute('/clients', ended('post', '/api/clients'), clients);
  await before.user.click(await screen.findByRole('button', { name: 'Add Client' }));
  let dialog = within(await addDialog());
  await before.user.type(dialog.getByRole('textbox', { name: 'Company name' }), 'Harbor Hotel');
  await before.user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Mia');
  await before.user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Öz');
  await before.user.type(dialog.getByRole('textbox', { name: 'Email' }), 'mia@harbor.example');
  await before.user.click(dialog.getByRole('button', { name: 'Add Client' }));
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible();
  cleanup();

  const { user } = renderRoute('/clients', getCreateClientMockHandler(client), clients);
  dialog = within(await addDialog());
  expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('Harbor Hotel');
  expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('mia@harbor.example');
  expect(dialog.getByText(earlier)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add Client' }));
  expect(await screen.findByText('Client created successfully!')).toBeVisible();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('other users do not find it', async () => {
  await typeAndLeave();
  renderRoute('/clients', getGetCurrentUserMockHandler(bea), clients);
  await screen.findByRole('heading', { name: client.companyName });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Cancel gives it up', async () => {
  await typeAndLeave();
  const { user } = renderRoute('/clients', clients);
  await user.click(within(await addDialog()).getByRole('button', { name: 'Cancel' }));
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('so does starting over, in the open form', async () => {
  await typeAndLeave();
  const { user } = renderRoute('/clients', clients);
  const dialog = within(await addDialog());
  await user.click(dialog.getByRole('button', { name: 'Start over' }));
  expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('');
  expect(dialog.queryByText(earlier)).not.toBeInTheDocument();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('and so does signing out on purpose', async () => {
  const { user } = renderRoute('/company/profile', getGetCompanyMockHandler(company), getLogoutMockHandler());
  await user.type(await screen.findByRole('textbox', { name: 'About Us' }), ' And more.');
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Ada Berg, account menu' }));
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await vi.waitFor(() => {
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

test('of a stored profile only what was typed is kept: the rest may have changed meanwhile', async () => {
  const first = renderRoute('/company/profile', getGetCompanyMockHandler(company));
  await first.user.type(await screen.findByRole('textbox', { name: 'About Us' }), ' And more.');
  cleanup();
  renderRoute('/company/profile', getGetCompanyMockHandler({ ...company, name: 'Renamed Studio' }));
  expect(await screen.findByText(earlier)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'About Us' })).toHaveValue(`${company.aboutUs ?? ''} And more.`);
  expect(screen.getByRole('textbox', { name: 'Company name' })).toHaveValue('Renamed Studio');
});

test('a draft is saved with the etag of the record that it was begun with', async () => {
  const before = renderRoute('/clients', clients);
  await before.user.click(await screen.findByRole('button', { name: 'Edit Northwind Dental' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
  await before.user.type(dialog.getByRole('textbox', { name: 'Address' }), '2 Quay Street');
  cleanup();

  let sent: unknown;
  const { user } = renderRoute(
    '/clients',
    getListClientsMockHandler([{ ...client, address: '1 Quay Street', etag: 'client-2' }]),
    getUpdateClientMockHandler(async ({ request }) => {
      sent = await request.json();
      return client;
    }),
  );
  dialog = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
  expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('2 Quay Street');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Client updated successfully!')).toBeVisible();
  expect(sent).toEqual({ address: '2 Quay Street', etag: client.etag });
});

test('a secret is never kept', async () => {
  const none: SsoConnection = {
    etag: '',
    hasClientSecret: false,
    redirectUri: 'https://proffer.example/api/auth/oidc/callback',
    defaultRole: 'member',
    addsMembers: false,
    enabled: false,
    enforced: false,
    domains: [],
  };
  const { user } = renderRoute('/settings/sso', getGetSsoConnectionMockHandler(none));
  await user.type(await screen.findByRole('textbox', { name: 'Issuer' }), 'https://login.harbor.example');
  await user.type(screen.getByLabelText(/^Client secret/), 'hush-hush');
  const kept = JSON.stringify(Object.entries(sessionStorage));
  expect(kept).toContain('login.harbor.example');
  expect(kept).not.toContain('hush');
});
