import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { AuditLogEntry } from '@/api/gen/model';
import { getListAuditLogMockHandler } from '@/api/gen/workspaces/workspaces.msw';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const deletion: AuditLogEntry = {
  id: '0197a000-0000-7000-8000-000000000501',
  at: '2026-11-20T12:02:11.000Z',
  actorKind: 'person',
  actorId: ada.id,
  actorName: 'Ada Meyer',
  action: 'delete',
  object: 'clients',
  targetId: '0197a000-0000-7000-8000-000000000004',
  targetName: 'Harbor GmbH',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  requestId: 'req-1',
};
const byKey: AuditLogEntry = {
  ...deletion,
  id: '0197a000-0000-7000-8000-000000000502',
  at: '2026-11-19T12:00:00.000Z',
  actorKind: 'key',
  actorName: 'CRM sync',
  action: 'create',
};
const byClient: AuditLogEntry = {
  ...deletion,
  id: '0197a000-0000-7000-8000-000000000503',
  at: '2026-11-19T11:00:00.000Z',
  actorKind: 'client',
  actorName: 'Mia Öz',
  object: 'shared_proposal',
  action: 'decline',
  targetName: 'Booking website',
};

const lines = () => screen.getAllByRole('group').map((line) => line.querySelector('summary')?.textContent);

describe('audit log', () => {
  it('reads as sentences, by day, with what else is known of each', async () => {
    const { user } = renderRoute(
      '/settings/audit-log',
      getListAuditLogMockHandler([deletion, byKey, byClient]),
    );
    const day = within(await screen.findByRole('region', { name: 'November 20, 2026' }));
    const line = day.getByRole('group');
    expect(line.querySelector('summary')).toHaveTextContent('Ada Meyer deleted client Harbor GmbH');
    await user.click(day.getByText('Ada Meyer'));
    expect(line).toHaveAttribute('open');
    expect(line).toHaveTextContent('req-1');
    expect(line).toHaveTextContent('Mozilla/5.0');
    const [, key, client] = lines();
    expect(key).toContain('CRM sync API key created client Harbor GmbH');
    expect(client).toContain('Mia Öz Client declined proposal Booking website');
  });

  it('keeps its filters in the address and asks the server with them', async () => {
    const asked: URLSearchParams[] = [];
    const { user, router } = renderRoute(
      '/settings/audit-log?object=clients',
      getListAuditLogMockHandler(({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return [deletion];
      }),
    );
    await screen.findByRole('region', { name: 'November 20, 2026' });
    expect(screen.getByLabelText('What')).toHaveValue('clients');
    await user.selectOptions(screen.getByLabelText('Action'), 'Delete');
    await user.type(screen.getByLabelText('From'), '2026-11-01');
    // A pause in typing starts a request, and typing continues.
    await user.type(screen.getByLabelText('Who'), 'ad');
    await waitFor(() => {
      expect(asked.at(-1)?.get('actor')).toBe('ad');
    });
    await user.keyboard('a');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?object=clients&action=delete&from=2026-11-01&actor=ada');
    });
    await waitFor(() => {
      expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
        actor: 'ada',
        object: 'clients',
        action: 'delete',
        from: new Date(2026, 10, 1).toISOString(),
        limit: '50',
      });
    });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
    await waitFor(() => {
      expect(screen.getByLabelText('Who')).toHaveValue('');
    });
    expect(screen.getByLabelText('Who')).toHaveFocus();
  });

  it('fetches older entries on demand', async () => {
    const { user } = renderRoute(
      '/settings/audit-log',
      http.get('*/api/audit-log', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([byKey])
          : HttpResponse.json([deletion], { headers: { Link: '</api/audit-log?cursor=c>; rel="next"' } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
    expect(await screen.findByText('CRM sync')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument();
  });

  it('says when nothing matches, and when there is nothing at all', async () => {
    const { user } = renderRoute(
      '/settings/audit-log?actor=zzz',
      getListAuditLogMockHandler(({ request }) =>
        new URL(request.url).searchParams.has('actor') ? [] : [deletion],
      ),
    );
    expect(await screen.findByText('No entry matches these filters')).toBeInTheDocument();
    expect(screen.getByLabelText('Who')).toHaveValue('zzz');
    let answer: (entries: AuditLogEntry[]) => void = () => undefined;
    const answered = new Promise<AuditLogEntry[]>((resolve) => {
      answer = resolve;
    });
    server.use(getListAuditLogMockHandler(() => answered));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    // The button is gone, and its destination is not known yet.
    await waitFor(() => {
      expect(screen.getByLabelText('Who')).toHaveFocus();
    });
    expect(screen.queryByText('No entries yet')).not.toBeInTheDocument();
    answer([]);
    expect(await screen.findByText('No entries yet')).toBeInTheDocument();
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('exports what the filters show', async () => {
    const saved = vi.fn();
    URL.createObjectURL = () => 'blob:csv';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved(this.download);
    });
    let asked = '';
    const { user } = renderRoute(
      '/settings/audit-log?object=clients&actor=ada',
      getListAuditLogMockHandler([deletion]),
      http.get('*/api/audit-log/export', ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.text('At\n', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledExactlyOnceWith('audit-log.csv');
    });
    expect(asked).toBe('?actor=ada&object=clients');
  });

  it('offers no export to who may only read', async () => {
    renderRoute(
      '/settings/audit-log',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['audit_log:read'] }),
      getListAuditLogMockHandler([deletion]),
    );
    await screen.findByRole('region', { name: 'November 20, 2026' });
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  it('offers another try when it did not load', async () => {
    const { user } = renderRoute(
      '/settings/audit-log',
      failing('get', '/api/audit-log', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListAuditLogMockHandler([deletion]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Harbor GmbH')).toBeInTheDocument();
  });
});
