import { screen, waitFor, within } from '@testing-library/react';
import { delay } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getGetAdminSummaryMockHandler,
  getInitAdminDefaultsMockHandler,
  getListAdminSettingsMockHandler,
  getListFailedJobsMockHandler,
  getListUsersMockHandler,
} from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { mia, prompt, reader, renderAdmin, summary } from '@/test/admin-data';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const forbidden = { status: 403, code: 'forbidden', message: 'Not allowed.' };
const internal = { status: 500, code: 'internal', message: 'Out of order.' };
const users = getListUsersMockHandler([mia]);

const figure = (name: string) => screen.getByText(name).nextElementSibling;

describe('admin dashboard', () => {
  it('shows the month in four figures', async () => {
    renderAdmin('/admin', users);
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeInTheDocument();
    await waitFor(() => {
      expect(figure('Total Users')).toHaveTextContent(/^1,204$/);
    });
    expect(figure('Active This Month')).toHaveTextContent(/^37$/);
    expect(figure('Total Cost (Month)')).toHaveTextContent(/^\$12\.3456$/);
    expect(figure('Total Tokens')).toHaveTextContent(/^1,234,567$/);
  });

  it('always shows the cost to four decimals', async () => {
    renderAdmin('/admin', getGetAdminSummaryMockHandler({ ...summary, totalCostUsd: '1200.5' }), users);
    await waitFor(() => {
      expect(figure('Total Cost (Month)')).toHaveTextContent('$1,200.5000');
    });
  });

  it('stands without its figures, and offers another try', async () => {
    const { user } = renderAdmin('/admin', failing('get', '/api/admin/summary', internal), users);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We couldn’t load the figures. Out of order.');
    expect(await screen.findByText('Mia Öz')).toBeInTheDocument();
    server.use(getGetAdminSummaryMockHandler(summary));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,204')).toBeInTheDocument();
  });

  it('has tabs with addresses of their own, User Management first', async () => {
    const { router } = renderAdmin('/admin', users);
    await screen.findByText('Mia Öz');
    expect(router.state.location.pathname).toBe('/admin');
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['User Management', '/admin'],
      ['AI Settings & Prompts', '/admin/settings'],
      ['Workspaces', '/admin/workspaces'],
      ['Failed Jobs', '/admin/jobs'],
      ['Mail Delivery', '/admin/mails'],
    ]);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tabpanel', { name: 'User Management' })).toHaveTextContent('Mia Öz');
    expect(document.title).toBe('User Management · Admin Dashboard · Proffer');
  });

  it('is gone through by keyboard', async () => {
    const { user, router } = renderAdmin(
      '/admin',
      users,
      getListAdminSettingsMockHandler([prompt]),
      getListFailedJobsMockHandler([]),
    );
    await screen.findByText('Mia Öz');
    screen.getByRole('tab', { name: 'User Management' }).focus();
    await user.keyboard('{ArrowRight} ');
    expect(await screen.findByRole('tabpanel', { name: 'AI Settings & Prompts' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/settings');
    await user.keyboard('{End}{ArrowLeft}{Enter}');
    expect(await screen.findByText('Nothing has failed.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/jobs');
  });
});

describe('initializing the defaults', () => {
  it('says how it goes, and shows the settings that were added', async () => {
    let settings = [prompt];
    const { user } = renderAdmin(
      '/admin/settings',
      getListAdminSettingsMockHandler(() => settings),
      getInitAdminDefaultsMockHandler(async () => {
        settings = [prompt, { ...prompt, id: '2', settingKey: 'chat_prompt', settingName: 'Chat prompt' }];
        await delay(50);
        return settings;
      }),
    );
    await screen.findByRole('heading', { name: 'Recap prompt' });
    await user.click(screen.getByRole('button', { name: 'Initialize Defaults' }));
    expect(screen.getByRole('button', { name: 'Initializing...' })).toBeDisabled();
    expect(await screen.findByText('Default settings initialized successfully!')).toBeInTheDocument();
    expect(screen.getByText('Success')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Chat prompt' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Initialize Defaults' })).toBeEnabled();
  });

  it.each([
    [forbidden, 'Unauthorized', 'Admin access required'],
    [internal, 'Error', 'Failed to initialize default settings'],
  ])('says when it failed', async (failure, title, description) => {
    const { user } = renderAdmin('/admin', users, failing('post', '/api/admin/init-defaults', failure));
    await user.click(await screen.findByRole('button', { name: 'Initialize Defaults' }));
    expect(await screen.findByText(description)).toBeInTheDocument();
    expect(screen.getByText(title)).toBeInTheDocument();
  });

  it('is not offered to who only reads', async () => {
    renderAdmin('/admin', getGetCurrentUserMockHandler(reader), users);
    await screen.findByText('Mia Öz');
    expect(screen.queryByRole('button', { name: 'Initialize Defaults' })).not.toBeInTheDocument();
  });
});

describe('a user who is not an administrator', () => {
  it.each(['/admin', '/admin/settings', '/admin/workspaces', '/admin/jobs', '/admin/mails'])(
    'is shown the auth screen at %s, and asks nothing',
    async (path) => {
      renderRoute(path);
      expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeInTheDocument();
      expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    },
  );

  it('is sent to sign in when signed out, and comes back', async () => {
    const { router } = renderRoute('/admin/jobs', signedOut);
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?returnTo=%2Fadmin%2Fjobs');
  });

  it('is told so when the role went meanwhile', async () => {
    renderAdmin('/admin', failing('get', '/api/admin/users', forbidden));
    expect(await screen.findByText('Admin access required')).toBeInTheDocument();
    expect(screen.getByText('Unauthorized')).toBeInTheDocument();
  });
});
