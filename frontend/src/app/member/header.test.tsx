import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { describe, expect, it } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { CurrentUser } from '@/api/gen/model';
import {
  getGetDashboardMockHandler,
  getGetPreSendCheckMockHandler,
  getGetProposalMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { getSwitchWorkspaceMockHandler } from '@/api/gen/workspaces/workspaces.msw';
import { client, company, dashboard, user as ada, workspace } from '@/test/data';
import { failing } from '@/test/handlers';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';

const acme = { ...workspace, id: '0197a000-0000-7000-8000-0000000000aa', name: 'Acme', role: 'member' };
const inTwo: CurrentUser = { ...ada, workspaces: [workspace, acme] };
const clients = getListClientsMockHandler([client]);
const home = [getGetCompanyMockHandler(company), getGetDashboardMockHandler(dashboard)];

const switcher = () => screen.findByRole('button', { name: 'Workspace Harbor Studio, switch' });

describe('header', () => {
  it('leads to every screen', async () => {
    renderRoute('/clients', clients);
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['Clients', '/clients'],
      ['Proposals', '/proposals'],
      ['Company Profile', '/company/profile'],
      ['Billing', '/subscription'],
    ]);
  });

  it('leads who administers the site to its dashboard', async () => {
    renderRoute(
      '/clients',
      getGetCurrentUserMockHandler({
        ...ada,
        isAdmin: true,
        permissions: [...ada.permissions, 'site:read', 'site:update'],
      }),
      clients,
    );
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(main.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
  });

  it('says who one is, with the way to the account settings', async () => {
    const { user } = renderRoute('/clients', clients);
    const button = await screen.findByRole('button', { name: 'Ada Berg, account menu' });
    await user.click(button);
    expect(screen.getAllByText('ada@harbor.example')).not.toHaveLength(0);
    expect(screen.getByRole('menuitem', { name: 'Account settings' })).toHaveAttribute(
      'href',
      '/settings/account',
    );
    expect(screen.getByRole('menuitem', { name: 'Account settings' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
    await user.keyboard('{Home}{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Team' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(screen.getByRole('heading', { name: 'Clients' }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('names the only workspace and offers no switch', async () => {
    renderRoute('/clients', clients);
    await screen.findByRole('navigation', { name: 'Main' });
    expect(screen.getAllByText('Harbor Studio')).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: /Harbor Studio/ })).not.toBeInTheDocument();
  });
});

describe('switching the workspace', () => {
  it('goes home in the other one, with nothing kept of the former', async () => {
    let asked: unknown;
    const { user, router, queryClient } = renderRoute(
      '/clients',
      getGetCurrentUserMockHandler(inTwo),
      clients,
      ...home,
      getSwitchWorkspaceMockHandler(async ({ request }) => {
        asked = await request.json();
        return { ...inTwo, workspace: acme };
      }),
    );
    await screen.findByRole('heading', { name: 'Northwind Dental' });
    await user.click(await switcher());
    expect(screen.getByRole('menuitemradio', { name: 'Harbor Studio Owner' })).toBeChecked();
    await user.click(screen.getByRole('menuitemradio', { name: 'Acme Member' }));
    expect(await screen.findByText('You are now in Acme')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Workspace Acme, switch' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(asked).toEqual({ workspaceId: acme.id });
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    ).not.toContain('/api/clients');
  });

  it('says so when it failed, and asks again which there are', async () => {
    let left = false;
    const { user } = renderRoute(
      '/clients',
      getGetCurrentUserMockHandler(() => (left ? ada : inTwo)),
      clients,
      ...home,
      failing('post', '/api/workspace/switch', { status: 404, code: 'not_found', message: 'Not found.' }),
    );
    await user.click(await switcher());
    left = true;
    await user.click(screen.getByRole('menuitemradio', { name: 'Acme Member' }));
    expect(await screen.findByText('Could not switch workspace')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /Harbor Studio/ })).not.toBeInTheDocument();
    });
  });

  it('tells what to do where a workspace requires its single sign-on', async () => {
    const { user } = renderRoute(
      '/clients',
      getGetCurrentUserMockHandler(inTwo),
      clients,
      ...home,
      failing('post', '/api/workspace/switch', {
        status: 403,
        code: 'sso_required',
        message: 'Your team signs in with single sign-on.',
      }),
    );
    await user.click(await switcher());
    await user.click(screen.getByRole('menuitemradio', { name: 'Acme Member' }));
    expect(
      await screen.findByText('Its team signs in with single sign-on. Log out, then sign in with it.'),
    ).toBeInTheDocument();
  });

  it('leads a member to the dashboard if there is no company profile', async () => {
    const { user } = renderRoute(
      '/clients',
      getGetCurrentUserMockHandler(inTwo),
      clients,
      failing('get', '/api/companies', { status: 404, code: 'company_not_found', message: 'None.' }),
      getGetDashboardMockHandler(dashboard),
      getSwitchWorkspaceMockHandler({ ...inTwo, workspace: acme, permissions: ['proposals:read'] }),
    );
    await user.click(await switcher());
    await user.click(screen.getByRole('menuitemradio', { name: 'Acme Member' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada!' })).toBeInTheDocument();
  });

  it('asks first where something is not saved, and goes once that is given up', async () => {
    const { user, router } = renderRoute(
      `/proposals/${draft.id}/edit`,
      getGetCurrentUserMockHandler(inTwo),
      getGetProposalMockHandler(draft),
      getListChatMessagesMockHandler([]),
      getGetPreSendCheckMockHandler(readyCheck),
      failing('put', '/api/proposals/*', {
        status: 503,
        code: 'unavailable',
        message: 'The database is away.',
      }),
      ...home,
      getSwitchWorkspaceMockHandler({ ...inTwo, workspace: acme }),
    );
    const text = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: /^Text of/ });
    act(() => {
      text.editor.commands.insertContentAt(2, 'More. ');
    });
    await user.click(await switcher());
    await user.click(screen.getByRole('menuitemradio', { name: 'Acme Member' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(text).toHaveTextContent('More. ');
    await user.click(asked.getByRole('button', { name: 'Leave Without Saving' }));
    expect(await screen.findByText('You are now in Acme')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
  });
});
