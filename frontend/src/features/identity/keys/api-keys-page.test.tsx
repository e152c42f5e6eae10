import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import {
  getCreateApiKeyMockHandler,
  getGetCurrentUserMockHandler,
  getListApiKeysMockHandler,
  getRevokeApiKeyMockHandler,
} from '@/api/gen/identity/identity.msw';
import type { ApiKey, ApiKeyScope } from '@/api/gen/model';
import { client, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const scopes: ApiKeyScope[] = [
  { scope: 'company:read', isDefault: true },
  { scope: 'clients:read', isDefault: true },
  { scope: 'clients:write', isDefault: false },
  { scope: 'proposals:read', isDefault: true },
  { scope: 'proposals:write', isDefault: false },
  { scope: 'assistant:use', isDefault: false },
  { scope: 'proposals:send', isDefault: false },
  { scope: 'proposals:accept', isDefault: false },
  { scope: 'workspace:export', isDefault: false },
];
const sync: ApiKey = {
  id: '0197a000-0000-7000-8000-000000000301',
  name: 'CRM sync',
  prefix: 'pfr_7Kd9Qe',
  scopes: ['clients:read', 'brand_kits:read'],
  madeBy: 'Ada Berg',
  createdAt: '2026-10-02T12:00:00.000Z',
};
const SECRET = 'pfr_7Kd9Qe2mXv8sLw4nB6tRc1zYh3uJg5f';

const listing = (keys: ApiKey[]) => getListApiKeysMockHandler(() => ({ keys: [...keys], scopes }));
const dialog = async () => within(await screen.findByRole('dialog'));

describe('API keys page', () => {
  it('shows what each key is, may do, and whether it is used', async () => {
    renderRoute(
      '/settings/api-keys',
      listing([
        sync,
        {
          ...sync,
          id: '0197a000-0000-7000-8000-000000000302',
          name: 'Old script',
          lastUsedAt: '2026-10-05T12:00:00.000Z',
          expiresAt: '2026-10-30T12:00:00.000Z',
        },
      ]),
    );
    const [first, second] = (await screen.findAllByRole('heading', { level: 2 })).map((heading) =>
      heading.closest('li'),
    );
    expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs');
    expect(first).toHaveTextContent('pfr_7Kd9Qe…');
    expect(first).toHaveTextContent('brand_kits:read');
    expect(first).toHaveTextContent('Oct 2, 2026 by Ada Berg');
    expect(first).toHaveTextContent('Last usedNever');
    expect(first).toHaveTextContent('ExpiresNever');
    expect(second).toHaveTextContent('Last usedOct 5, 2026');
    expect(second).toHaveTextContent('ExpiredOct 30, 2026');
  });

  it('says what keys are for where there are none', async () => {
    renderRoute('/settings/api-keys', listing([]));
    expect(await screen.findByText('No API keys yet')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create Key' })).toBeInTheDocument();
  });

  it('offers no more than one may do', async () => {
    renderRoute(
      '/settings/api-keys',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['api_keys:read'] }),
      listing([sync]),
    );
    await screen.findByText('CRM sync');
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('asks before it revokes a key', async () => {
    const keys = [sync];
    const { user } = renderRoute(
      '/settings/api-keys',
      listing(keys),
      getRevokeApiKeyMockHandler(() => {
        keys.pop();
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Revoke CRM sync' }));
    const asked = await dialog();
    expect(asked.getByText(/stops working at once/)).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Revoke CRM sync' }));
    expect(await screen.findByText('CRM sync no longer works.')).toBeInTheDocument();
    expect(screen.getByText('No API keys yet')).toBeInTheDocument();
  });

  it('offers another try when the list did not load', async () => {
    const { user } = renderRoute(
      '/settings/api-keys',
      failing('get', '/api/api-keys', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(listing([sync]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('CRM sync')).toBeInTheDocument();
  });
});

describe('creating a key', () => {
  it('begins with reading alone; what leaves the workspace is marked and off', async () => {
    const { user } = renderRoute('/settings/api-keys', listing([]));
    await user.click(await screen.findByRole('button', { name: 'Create Key' }));
    const form = await dialog();
    const boxes = form.getAllByRole('checkbox');
    expect(
      boxes.filter((box) => (box as HTMLInputElement).checked).map((box) => box.getAttribute('name')),
    ).toEqual(['company:read', 'clients:read', 'proposals:read']);
    for (const label of [
      'Share and send proposals',
      'Record acceptances',
      'Use the assistant',
      'Export the workspace',
    ]) {
      expect(form.getByLabelText(label)).not.toBeChecked();
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(/^Sensitive/);
    }
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription(/^Name is required/);
  });

  it('shows the key this once, with a call to try it', async () => {
    const keys: ApiKey[] = [];
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/api-keys',
      listing(keys),
      getCreateApiKeyMockHandler(async ({ request }) => {
        sent = await request.json();
        keys.push(sync);
        return { key: SECRET, apiKey: sync };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Create Key' }));
    const form = await dialog();
    await user.type(form.getByLabelText(/^Name/), ' CRM sync ');
    await user.click(form.getByLabelText('Read the company profile'));
    await user.click(form.getByLabelText('Share and send proposals'));
    await user.selectOptions(form.getByLabelText('Expires after'), '1 year');
    await user.click(form.getByRole('button', { name: 'Create Key' }));

    const stored = await screen.findByRole('button', { name: 'I have stored it' });
    expect(sent).toEqual({
      name: 'CRM sync',
      scopes: ['clients:read', 'proposals:read', 'proposals:send'],
      expiresInDays: 365,
    });
    expect(screen.getByText(SECRET)).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Try it' })).toHaveTextContent(
      `curl -H "Authorization: Bearer ${SECRET}" \\ ${window.location.origin}/api/clients`,
    );
    await user.click(screen.getByRole('button', { name: 'Copy API key' }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await user.keyboard('{Escape}');
    expect(stored).toBeInTheDocument();
    await user.click(stored);
    expect(await screen.findByText('CRM sync is ready to be used.')).toBeInTheDocument();
    expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
  });

  it('keeps what was chosen over the end of a session, and gives it up with Cancel', async () => {
    const first = renderRoute('/settings/api-keys', listing([]), getListClientsMockHandler([client]));
    await first.user.click(await screen.findByRole('button', { name: 'Create Key' }));
    let form = await dialog();
    await first.user.type(form.getByLabelText(/^Name/), 'Report');
    await first.user.click(form.getByLabelText('Read clients'));
    await act(() => first.router.navigate('/clients'));
    await act(() => first.router.navigate('/settings/api-keys'));
    form = await dialog();
    expect(form.getByText('What you typed earlier is still here.')).toBeInTheDocument();
    expect(form.getByLabelText(/^Name/)).toHaveValue('Report');
    expect(form.getByLabelText('Read clients')).not.toBeChecked();
    expect(form.getByLabelText('Read proposals')).toBeChecked();
    await first.user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(sessionStorage).toHaveLength(0);
  });

  it('needs something to be allowed, and stays as it was typed when it fails', async () => {
    const { user } = renderRoute(
      '/settings/api-keys',
      listing([]),
      failing('post', '/api/api-keys', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'scopes', code: 'beyond_role', message: 'You may not give more than you have' }],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Create Key' }));
    const form = await dialog();
    await user.type(form.getByLabelText(/^Name/), 'Report');
    for (const label of ['Read the company profile', 'Read clients', 'Read proposals']) {
      await user.click(form.getByLabelText(label));
    }
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    expect(form.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription(
      'Choose at least one permission',
    );
    await user.click(form.getByLabelText('Export the workspace'));
    await user.selectOptions(form.getByLabelText('Expires after'), 'Never');
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    expect(await form.findByText('You may not give more than you have')).toBeInTheDocument();
    expect(form.getByLabelText(/^Name/)).toHaveValue('Report');
    expect(form.getByLabelText('Export the workspace')).toBeChecked();
  });
});
