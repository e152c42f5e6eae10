import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  getListNotificationsMockHandler,
  getMarkNotificationsReadMockHandler,
} from '@/api/gen/notifications/notifications.msw';
import { failing } from '@/test/handlers';
import { notification, readNotification } from '@/test/notification-data';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

/** The page's event source; the test sends its events. */
class Line extends EventTarget {
  static readonly CLOSED = 2;
  static open: Line[] = [];
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Line.open.push(this);
  }
  close() {
    this.readyState = Line.CLOSED;
  }
  say(value: unknown) {
    act(() => this.onmessage?.({ data: JSON.stringify(value) }));
  }
}

function open(...handlers: Parameters<typeof renderRoute>[1][]) {
  Line.open = [];
  vi.stubGlobal('EventSource', Line);
  const rendered = renderRoute('/nowhere-else', ...handlers);
  return rendered;
}

/** A small signed-in screen, with the header above. */
async function openNotifications(...handlers: Parameters<typeof renderRoute>[1][]) {
  const rendered = open(getListNotificationsMockHandler([notification, readNotification]), ...handlers);
  await rendered.router.navigate('/notifications');
  await screen.findByRole('heading', { level: 1, name: 'Notifications' });
  await waitFor(line);
  return rendered;
}

const line = (): Line => {
  const last = Line.open.at(-1);
  if (last === undefined) throw new Error('no connection was opened');
  return last;
};

/** The count is updated with the next turn of the cache. */
const counted = (name: string) =>
  waitFor(() => {
    expect(wide()).toHaveAccessibleName(name);
  });

const wide = () => screen.getByRole('button', { name: /^Notifications/ });

describe('the bell', () => {
  it('counts what the server says, as it says it', async () => {
    await openNotifications();
    expect(line().url).toBe('/api/notifications/events');
    expect(wide()).toHaveAccessibleName('Notifications');
    line().say({ unread: 3, newest: notification });
    await counted('Notifications, 3 unread');
    line().say({ unread: 120 });
    await counted('Notifications, 120 unread');
    expect(within(wide()).getByText('99+')).toBeVisible();
    line().say('garbage');
    line().say({ unread: 'many' });
    line().say({ unread: 0 });
    await counted('Notifications');
  });

  it('asks instead where no connection can be kept', async () => {
    await openNotifications(http.get('*/api/notifications/unread', () => HttpResponse.json({ unread: 2 })));
    line().close();
    act(() => line().onerror?.());
    await counted('Notifications, 2 unread');
  });

  it('shows the newest, leads to the proposal and says that it was read', async () => {
    const said: unknown[] = [];
    const { user, router } = await openNotifications(
      getMarkNotificationsReadMockHandler(async ({ request }) => {
        said.push(await request.json());
        return { unread: 0 };
      }),
    );
    line().say({ unread: 1, newest: notification });
    await user.click(wide());
    const panel = within(await screen.findByRole('region', { name: 'Notifications' }));
    const row = await panel.findByRole('link', { name: /Mia Berg asked for changes to A site for Harbor/ });
    expect(row).toHaveTextContent('Please add a second language.');
    expect(row).toHaveTextContent('Unread:');
    expect(panel.getByRole('link', { name: /Noor Haddad accepted Spring campaign/ })).not.toHaveTextContent(
      'Unread:',
    );
    // The editor of this proposal is tested elsewhere.
    server.use(http.all('*', () => HttpResponse.error()));
    await user.click(row);
    await waitFor(() => {
      expect(router.state.navigation.location?.pathname ?? router.state.location.pathname).toContain('/edit');
    });
    expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument();
  });

  it('marks all as read, closes by Escape and gives the focus back', async () => {
    const { user } = await openNotifications(getMarkNotificationsReadMockHandler({ unread: 0 }));
    line().say({ unread: 2, newest: notification });
    await user.click(wide());
    const panel = within(await screen.findByRole('region', { name: 'Notifications' }));
    await user.click(panel.getByRole('button', { name: 'Mark all as read' }));
    await counted('Notifications');
    expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument();
    expect(wide()).toHaveFocus();
  });

  it('says when nothing was read because the server refused', async () => {
    const { user } = await openNotifications(
      failing('post', '/api/notifications/read', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    line().say({ unread: 2 });
    await user.click(wide());
    await user.click(
      within(await screen.findByRole('region', { name: 'Notifications' })).getByRole('button', {
        name: 'Mark all as read',
      }),
    );
    expect(await screen.findByText('Out of order.')).toBeVisible();
    expect(wide()).toHaveAccessibleName('Notifications, 2 unread');
  });
});

describe('the list', () => {
  it('stands by days, and tells of more', async () => {
    await openNotifications();
    expect(await screen.findByRole('region', { name: 'November 20, 2026' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'November 18, 2026' })).toBeVisible();
  });

  it.each([
    ['trial_ending', 'The trial ends soon: Harbor Studio'],
    ['payment_failed', 'A payment failed: Harbor Studio'],
    ['plan_ended', 'The plan has ended: Harbor Studio'],
  ] as const)('leads from %s to the subscription', async (kind, words) => {
    renderRoute(
      '/notifications',
      getListNotificationsMockHandler([
        { id: notification.id, kind, subject: 'Harbor Studio', createdAt: notification.createdAt },
      ]),
    );
    expect(await screen.findByRole('link', { name: new RegExp(words) })).toHaveAttribute(
      'href',
      '/subscription',
    );
  });

  it('says what will stand here', async () => {
    open(getListNotificationsMockHandler([]));
    renderRoute('/notifications', getListNotificationsMockHandler([]));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your proposals' })).toHaveAttribute('href', '/proposals');
  });

  it('offers another try', async () => {
    const { user } = renderRoute(
      '/notifications',
      failing('get', '/api/notifications', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListNotificationsMockHandler([notification]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /asked for changes/ })).toBeVisible();
  });
});
