import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { getListTeamMockHandler } from '@/api/gen/workspaces/workspaces.msw';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const withPermissions = (...permissions: string[]) => getGetCurrentUserMockHandler({ ...ada, permissions });
const links = async () => {
  const nav = within(await screen.findByRole('navigation', { name: 'Settings' }));
  return nav.getAllByRole('link').map((link) => link.textContent);
};

describe('settings', () => {
  it('begin with the account', async () => {
    const { router } = renderRoute('/settings');
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.pathname).toBe('/settings/account');
  });

  it('offer every page to who may see them', async () => {
    renderRoute('/settings/team', getListTeamMockHandler([]));
    expect(await links()).toEqual([
      'Account',
      'Security',
      'Notifications',
      'AI usage',
      'Team',
      'Workspace',
      'Single sign-on',
      'API keys',
      'Audit log',
    ]);
    expect(screen.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page');
  });

  it('offer a member the team, and nothing of what is not theirs', async () => {
    renderRoute('/settings/team', withPermissions('team:read'), getListTeamMockHandler([]));
    expect(await links()).toEqual(['Account', 'Security', 'Notifications', 'AI usage', 'Team']);
  });

  it('close a page under the hands of who has lost it', async () => {
    let demoted = false;
    const { user } = renderRoute(
      '/settings/workspace',
      getGetCurrentUserMockHandler(() => (demoted ? { ...ada, permissions: ['team:read'] } : ada)),
      failing('put', '/api/workspace', {
        status: 403,
        code: 'forbidden',
        message: 'You do not have permission to do this.',
      }),
    );
    const save = await screen.findByRole('button', { name: 'Save' });
    demoted = true;
    await user.click(save);
    expect(await screen.findByText('You do not have permission to do this.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'You cannot open Workspace' })).toBeInTheDocument();
    expect(await links()).toEqual(['Account', 'Security', 'Notifications', 'AI usage', 'Team']);
  });

  it.each([
    ['/settings/team', 'Team'],
    ['/settings/workspace', 'Workspace'],
    ['/settings/sso', 'Single sign-on'],
    ['/settings/api-keys', 'API keys'],
    ['/settings/audit-log', 'Audit log'],
  ])('refuse %s calmly, without a call', async (path, label) => {
    renderRoute(path, withPermissions());
    expect(await screen.findByRole('heading', { name: `You cannot open ${label}` })).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Settings' })).toBeInTheDocument();
  });
});
