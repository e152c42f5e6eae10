import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import {
  getListTeamMockHandler,
  getTransferOwnershipMockHandler,
  getUpdateWorkspaceMockHandler,
} from '@/api/gen/workspaces/workspaces.msw';
import { user as ada, workspace } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { graceMember as grace, invitedMember, ownerMember as owner } from '@/test/team-data';

const dialog = async () => within(await screen.findByRole('dialog'));

describe('workspace page', () => {
  it('renames the workspace, in the header too', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/workspace',
      getUpdateWorkspaceMockHandler(async ({ request }) => {
        sent = await request.json();
        const renamed = { ...workspace, name: 'Harbor & Sons' };
        return { ...ada, workspace: renamed, workspaces: [renamed] };
      }),
    );
    const name = await screen.findByLabelText(/^Workspace name/);
    expect(name).toHaveValue('Harbor Studio');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Name is required');
    await user.type(name, ' Harbor & Sons ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The workspace is called Harbor & Sons.')).toBeInTheDocument();
    expect(sent).toEqual({ name: 'Harbor & Sons', etag: workspace.etag });
    expect(
      within(screen.getAllByRole('banner')[0] ?? document.body).getAllByText('Harbor & Sons'),
    ).not.toHaveLength(0);
  });

  it('shows what the server has against a name', async () => {
    const { user } = renderRoute(
      '/settings/workspace',
      failing('put', '/api/workspace', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'name', code: 'too_long', message: 'Name is too long' }],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(screen.getByLabelText(/^Workspace name/)).toHaveAccessibleDescription('Name is too long');
    });
  });
});

describe('countersigning', () => {
  it('is switched on for the whole workspace', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/workspace',
      getUpdateWorkspaceMockHandler(async ({ request }) => {
        sent = await request.json();
        const changed = { ...workspace, countersign: true };
        return { ...ada, workspace: changed, workspaces: [changed] };
      }),
    );
    const toggle = await screen.findByRole('switch', { name: 'Countersign what clients accept' });
    expect(toggle).not.toBeChecked();
    expect(toggle).toHaveAccessibleDescription(/^An accepted proposal waits/);
    await user.click(toggle);
    expect(await screen.findByText('Accepted proposals now wait for your countersignature.')).toBeVisible();
    expect(toggle).toBeChecked();
    expect(sent).toEqual({ countersign: true, etag: workspace.etag });
  });

  it('stays as it is where that failed', async () => {
    const { user } = renderRoute(
      '/settings/workspace',
      failing('put', '/api/workspace', { status: 503, code: 'x', message: 'The database is away.' }),
    );
    const toggle = await screen.findByRole('switch');
    await user.click(toggle);
    expect(await screen.findByText('The database is away.')).toBeVisible();
    expect(toggle).not.toBeChecked();
  });
});

describe('leaving', () => {
  it.each([
    ['is for an admin', ada.permissions.filter((permission) => permission !== 'workspace:transfer'), true],
    ['is not for the owner, who hands over', ada.permissions, false],
  ])('%s', async (_, permissions, offered) => {
    renderRoute('/settings/workspace', getGetCurrentUserMockHandler({ ...ada, permissions }));
    await screen.findByLabelText(/^Workspace name/);
    expect(screen.queryAllByRole('button', { name: 'Leave' })).toHaveLength(offered ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Transfer' })).toHaveLength(offered ? 0 : 1);
  });
});

describe('handing over', () => {
  it('takes a joined member and the name typed out', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/settings/workspace',
      getListTeamMockHandler([owner, grace, invitedMember]),
      getTransferOwnershipMockHandler(async ({ request }) => {
        sent = await request.json();
        const now = { ...workspace, role: 'admin' };
        return {
          ...ada,
          workspace: now,
          workspaces: [now],
          permissions: ada.permissions.filter((permission) => permission !== 'workspace:transfer'),
        };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Transfer' }));
    const form = await dialog();
    const choice = await form.findByLabelText(/^New owner/);
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose a member', 'Grace Hopper (grace@harbor.example)']);
    await user.type(form.getByLabelText(/^Type “Harbor Studio”/), 'harbor studio');
    await user.click(form.getByRole('button', { name: 'Transfer' }));
    expect(choice).toHaveAccessibleDescription('Choose the new owner');
    expect(form.getByLabelText(/^Type/)).toHaveAccessibleDescription(/the exact name/);
    await user.selectOptions(choice, grace.id);
    await user.clear(form.getByLabelText(/^Type/));
    await user.type(form.getByLabelText(/^Type/), 'Harbor Studio');
    await user.click(form.getByRole('button', { name: 'Transfer' }));
    expect(await screen.findByText('Grace Hopper now owns Harbor Studio.')).toBeInTheDocument();
    expect(sent).toEqual({ memberId: grace.id });
    expect(screen.queryByRole('button', { name: 'Transfer' })).not.toBeInTheDocument();
  });

  it('needs a member who has joined', async () => {
    const { user } = renderRoute('/settings/workspace', getListTeamMockHandler([owner, invitedMember]));
    await user.click(await screen.findByRole('button', { name: 'Transfer' }));
    const asked = await dialog();
    expect(await asked.findByRole('link', { name: 'Go to the Team' })).toHaveAttribute(
      'href',
      '/settings/team',
    );
  });
});

describe('exporting the workspace', () => {
  const saved = vi.fn();

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:archive';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved(this.download);
    });
  });
  afterEach(() => {
    saved.mockReset();
  });

  it('saves the archive under the name the server gives it', async () => {
    const { user } = renderRoute(
      '/settings/workspace',
      http.get('*/api/workspace/export', () =>
        HttpResponse.arrayBuffer(new ArrayBuffer(4), {
          headers: { 'Content-Disposition': 'attachment; filename="harbor-studio.zip"' },
        }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledExactlyOnceWith('harbor-studio.zip');
    });
  });

  it('says when it failed, and saves nothing', async () => {
    const { user } = renderRoute(
      '/settings/workspace',
      failing('get', '/api/workspace/export', {
        status: 429,
        code: 'rate_limited',
        message: 'Too many exports. Try again in an hour.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Too many exports. Try again in an hour.')).toBeInTheDocument();
    expect(saved).not.toHaveBeenCalled();
  });
});
