import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getAddSsoDomainMockHandler,
  getDeleteSsoConnectionMockHandler,
  getGetCurrentUserMockHandler,
  getGetSsoConnectionMockHandler,
  getProveSsoDomainMockHandler,
  getRemoveSsoDomainMockHandler,
  getSaveSsoConnectionMockHandler,
  getTestSsoConnectionMockHandler,
} from '@/api/gen/identity/identity.msw';
import type { SsoConnection, SsoDomain } from '@/api/gen/model';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const none: SsoConnection = {
  etag: '',
  hasClientSecret: false,
  redirectUri: 'https://proffer.example/api/auth/sso/callback',
  enabled: false,
  enforced: false,
  addsMembers: true,
  defaultRole: 'member',
  domains: [],
};
const made: SsoConnection = {
  ...none,
  issuer: 'https://login.harbor.example',
  clientId: 'proffer',
  hasClientSecret: true,
};
const domain: SsoDomain = {
  id: '0197a000-0000-7000-8000-000000000401',
  domain: 'harbor.example',
  recordName: '_proffer.harbor.example',
  recordValue: 'proffer-domain=abc',
};
const proven: SsoDomain = { ...domain, provenAt: '2026-11-20T12:00:00.000Z' };

/** The connection as stored by the server. */
const keeping = (state: { connection: SsoConnection }) =>
  getGetSsoConnectionMockHandler(() => state.connection);
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the connection', () => {
  it('is made of what the provider gave', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(none),
      getSaveSsoConnectionMockHandler(async ({ request }) => {
        sent = await request.json();
        return made;
      }),
    );
    const save = await screen.findByRole('button', { name: 'Save Connection' });
    expect(screen.getByText(none.redirectUri)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Test Connection' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Members must sign in with it')).toBeDisabled();
    await user.click(save);
    expect(screen.getByLabelText(/^Issuer/)).toHaveAccessibleDescription(/^Issuer is required/);
    expect(screen.getByLabelText(/^Client secret/)).toHaveAccessibleDescription(/^Client secret is required/);
    await user.type(screen.getByLabelText(/^Issuer/), 'https://login.harbor.example');
    await user.type(screen.getByLabelText(/^Client ID/), 'proffer');
    await user.type(screen.getByLabelText(/^Client secret/), 's3cret');
    await user.selectOptions(screen.getByLabelText('Role of new members'), 'Admin');
    await user.click(save);
    expect(await screen.findByText(/^Single sign-on is off until you turn it on/)).toBeInTheDocument();
    expect(sent).toEqual({
      issuer: 'https://login.harbor.example',
      clientId: 'proffer',
      clientSecret: 's3cret',
      enabled: false,
      enforced: false,
      addsMembers: true,
      defaultRole: 'admin',
      etag: none.etag,
    });
    expect(screen.getByLabelText(/^Client secret/)).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Test Connection' })).toBeInTheDocument();
  });

  it('keeps the stored secret when none is entered, and warns before it is enforced', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(made),
      getSaveSsoConnectionMockHandler(async ({ request }) => {
        sent = await request.json();
        return { ...made, enabled: true, enforced: true };
      }),
    );
    expect(await screen.findByLabelText(/^Client secret/)).toHaveAccessibleDescription(/One is stored/);
    await user.click(screen.getByLabelText('Members can sign in with it'));
    await user.click(screen.getByLabelText('Members must sign in with it'));
    expect(screen.getByText(/The owner can always sign in with a password\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Single sign-on is on.')).toBeInTheDocument();
    expect(sent).toMatchObject({ enabled: true, enforced: true });
    expect(sent).not.toHaveProperty('clientSecret');
  });

  it('is not enforced when it is turned off', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler({ ...made, enabled: true, enforced: true }),
      getSaveSsoConnectionMockHandler(async ({ request }) => {
        sent = await request.json();
        return made;
      }),
    );
    await user.click(await screen.findByLabelText('Members can sign in with it'));
    expect(screen.getByLabelText('Members must sign in with it')).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => {
      expect(sent).toMatchObject({ enabled: false, enforced: false });
    });
  });

  it('shows what the server has against it at the field', async () => {
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(made),
      failing('put', '/api/sso', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'issuer', code: 'invalid', message: 'Issuer must be an https address' }],
      }),
    );
    const issuer = await screen.findByLabelText(/^Issuer/);
    await user.clear(issuer);
    await user.type(issuer, 'http://login.harbor.example');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => {
      expect(issuer).toHaveAccessibleDescription(/^Issuer must be an https address/);
    });
    expect(issuer).toHaveValue('http://login.harbor.example');
    expect(issuer).toHaveFocus();
  });

  it('is removed after asking', async () => {
    const state = { connection: { ...made, domains: [proven] } };
    const { user } = renderRoute(
      '/settings/sso',
      keeping(state),
      getDeleteSsoConnectionMockHandler(() => {
        state.connection = { ...none, domains: [proven] };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Remove Connection' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove Connection' }));
    expect(await screen.findByText('Connection removed')).toBeInTheDocument();
    expect(screen.getByLabelText(/^Issuer/)).toHaveValue('');
    expect(screen.getByText('harbor.example')).toBeInTheDocument();
  });

  it('can be read without being changed', async () => {
    renderRoute(
      '/settings/sso',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['sso:read'] }),
      getGetSsoConnectionMockHandler({ ...made, domains: [proven] }),
    );
    expect(await screen.findByLabelText(/^Issuer/)).toBeDisabled();
    for (const name of ['Save Changes', 'Test Connection', 'Add Domain', 'Remove harbor.example']) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
  });

  it('offers another try when it did not load', async () => {
    const { user } = renderRoute(
      '/settings/sso',
      failing('get', '/api/sso', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetSsoConnectionMockHandler(none));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Save Connection' })).toBeInTheDocument();
  });
});

describe('testing the connection', () => {
  it('says check by check what is right and what is wrong', async () => {
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(made),
      getTestSsoConnectionMockHandler({
        ok: false,
        checks: [
          { name: 'discovery', ok: true, message: 'Found.' },
          { name: 'client', ok: false, message: 'The provider refused the client secret.' },
          { name: 'weather', ok: true, message: 'Fine.' },
        ],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Test Connection' }));
    expect(await screen.findByText('One check failed.')).toBeInTheDocument();
    const panel = within(screen.getByRole('region', { name: 'Test' }));
    expect(panel.getAllByRole('listitem').map((check) => check.textContent)).toEqual([
      'Configuration of the provider: rightFound.',
      'Client ID and secret: wrongThe provider refused the client secret.',
      'weather: rightFine.',
    ]);
  });

  it('says when it could not be run', async () => {
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(made),
      failing('post', '/api/sso/test', { status: 429, code: 'rate_limited', message: 'Wait a minute.' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Test Connection' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Wait a minute.');
  });
});

describe('domains', () => {
  it('are added with the record that proves them', async () => {
    const state = { connection: made };
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/sso',
      keeping(state),
      getAddSsoDomainMockHandler(async ({ request }) => {
        sent = await request.json();
        state.connection = { ...made, domains: [domain] };
        return domain;
      }),
    );
    await user.type(await screen.findByLabelText('Your first domain'), 'harbor.example');
    await user.click(screen.getByRole('button', { name: 'Add Domain' }));
    expect(
      await screen.findByRole('group', { name: 'TXT record name for harbor.example' }),
    ).toHaveTextContent('_proffer.harbor.example');
    expect(screen.getByRole('group', { name: 'TXT record value for harbor.example' })).toHaveTextContent(
      'proffer-domain=abc',
    );
    expect(sent).toEqual({ domain: 'harbor.example' });
    expect(screen.getByLabelText('Another domain')).toHaveValue('');
  });

  it('say what is wrong with one that cannot be added', async () => {
    const { user } = renderRoute(
      '/settings/sso',
      getGetSsoConnectionMockHandler(made),
      failing('post', '/api/sso/domains', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'domain', code: 'invalid', message: 'That is no domain' }],
      }),
    );
    await user.type(await screen.findByLabelText('Your first domain'), 'nonsense{Enter}');
    await waitFor(() => {
      expect(screen.getByLabelText('Your first domain')).toHaveAccessibleDescription('That is no domain');
    });
  });

  it('are checked on demand, and say why not', async () => {
    const state = { connection: { ...made, domains: [domain] } };
    const { user } = renderRoute(
      '/settings/sso',
      keeping(state),
      failing('post', `/api/sso/domains/${domain.id}/prove`, {
        status: 409,
        code: 'record_not_found',
        message: 'No such record was found.',
      }),
    );
    const check = await screen.findByRole('button', { name: 'Check now: harbor.example' });
    await user.click(check);
    expect(await screen.findByRole('alert')).toHaveTextContent('No such record was found.');
    server.use(
      getProveSsoDomainMockHandler(() => {
        state.connection = { ...made, domains: [proven] };
        return proven;
      }),
    );
    await user.click(check);
    expect(await screen.findByText('harbor.example belongs to you.')).toBeInTheDocument();
    expect(screen.getByText('on November 20, 2026')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Check/ })).not.toBeInTheDocument();
  });

  it('are given up after asking', async () => {
    const state = { connection: { ...made, domains: [proven] } };
    const { user } = renderRoute(
      '/settings/sso',
      keeping(state),
      getRemoveSsoDomainMockHandler(() => {
        state.connection = made;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Remove harbor.example' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove harbor.example' }));
    expect(await screen.findByText('Domain removed')).toBeInTheDocument();
    expect(screen.getByLabelText('Your first domain')).toBeInTheDocument();
  });
});
