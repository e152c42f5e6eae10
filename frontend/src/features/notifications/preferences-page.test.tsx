import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { NotificationPreference } from '@/api/gen/model';
import {
  getGetNotificationPreferencesMockHandler,
  getSaveNotificationPreferencesMockHandler,
} from '@/api/gen/notifications/notifications.msw';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const preferences: NotificationPreference[] = [
  { kind: 'viewed', inApp: true, byMail: false, etag: 'viewed-1' },
  { kind: 'signed', inApp: true, byMail: true, etag: 'signed-1' },
];

const open = (...handlers: Parameters<typeof renderRoute>[1][]) =>
  renderRoute('/settings/notifications', ...handlers, getGetNotificationPreferencesMockHandler(preferences));

describe('notification preferences', () => {
  it('is shown by kind and way', async () => {
    open();
    expect(await screen.findByRole('switch', { name: 'Viewed, in the app' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Viewed, by mail' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Signed, by mail' })).toBeChecked();
  });

  it('is saved when the switch is thrown, that kind alone', async () => {
    const saved: unknown[] = [];
    const { user } = open(
      getSaveNotificationPreferencesMockHandler(async ({ request }) => {
        saved.push(await request.json());
        return preferences.map((one) => (one.kind === 'signed' ? { ...one, byMail: false } : one));
      }),
    );
    await user.click(await screen.findByRole('switch', { name: 'Signed, by mail' }));
    await waitFor(() => {
      expect(saved).toEqual([[{ kind: 'signed', inApp: true, byMail: false, etag: 'signed-1' }]]);
    });
    expect(screen.getByRole('switch', { name: 'Signed, by mail' })).not.toBeChecked();
  });

  it('is saved with what the server answered last, however quickly it is thrown back', async () => {
    const saved: NotificationPreference[] = [];
    const { user } = open(
      getSaveNotificationPreferencesMockHandler(async ({ request }) => {
        const [input] = (await request.json()) as [NotificationPreference];
        saved.push(input);
        const answer = { ...input, etag: `signed-${String(saved.length + 1)}` };
        return preferences.map((one) => (one.kind === 'signed' ? answer : one));
      }),
    );
    const mail = await screen.findByRole('switch', { name: 'Signed, by mail' });
    await user.click(mail);
    await user.click(mail);
    await waitFor(() => {
      expect(saved.map(({ byMail, etag }) => [byMail, etag])).toEqual([
        [false, 'signed-1'],
        [true, 'signed-2'],
      ]);
    });
    expect(mail).toBeChecked();
  });

  it('moves back where it was not saved', async () => {
    const { user } = open(
      failing('put', '/api/notifications/preferences', {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    await user.click(await screen.findByRole('switch', { name: 'Signed, by mail' }));
    expect(await screen.findByText('Out of order.')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Signed, by mail' })).toBeChecked();
  });

  it('offers another try', async () => {
    const { user } = open(
      failing('get', '/api/notifications/preferences', {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetNotificationPreferencesMockHandler(preferences));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: 'Viewed, in the app' })).toBeChecked();
  });
});
