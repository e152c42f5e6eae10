import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getListAdminSettingsMockHandler,
  getListAdminSettingVersionsMockHandler,
  getUpdateAdminSettingMockHandler,
} from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { AdminSettingVersion } from '@/api/gen/model';
import { prompt, reader, renderAdmin } from '@/test/admin-data';
import { failing } from '@/test/handlers';

const now: AdminSettingVersion = {
  version: 3,
  settingValue: prompt.settingValue,
  changedBy: 'Ada Berg',
  createdAt: '2026-11-19T12:00:00.000Z',
};
const second: AdminSettingVersion = {
  version: 2,
  settingValue: 'You sort recaps.\nBe long.',
  changedBy: 'Mia Öz',
  createdAt: '2026-11-18T12:00:00.000Z',
};
const first: AdminSettingVersion = {
  version: 1,
  settingValue: 'You sort.',
  createdAt: '2026-11-17T12:00:00.000Z',
};

async function open(versions: AdminSettingVersion[], ...handlers: Parameters<typeof renderAdmin>[1][]) {
  const view = renderAdmin(
    '/admin/settings',
    ...handlers,
    getListAdminSettingsMockHandler([prompt]),
    getListAdminSettingVersionsMockHandler(versions),
  );
  await view.user.click(await screen.findByRole('button', { name: 'Versions of Recap prompt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of Recap prompt' }));
  return { ...view, dialog };
}

describe('versions of a setting', () => {
  it('say who wrote them and when, the last one before first', async () => {
    const { dialog } = await open([now, second, first]);
    const list = within(await dialog.findByRole('list', { name: 'Earlier values' }));
    const [last, oldest] = list.getAllByRole('button');
    expect(list.getAllByRole('button')).toHaveLength(2);
    expect(last).toHaveTextContent(/^Version 2By Mia ÖzNovember 18, 2026/);
    expect(last).toHaveAttribute('aria-pressed', 'true');
    expect(oldest).toHaveTextContent(/^Version 1By Proffer/);
  });

  it('do not name deleted users', async () => {
    const { changedBy: _, ...orphan } = second;
    const { dialog } = await open([now, orphan]);
    expect(await dialog.findByText('By a deleted account')).toBeInTheDocument();
  });

  it('are compared with the current one, line by line', async () => {
    const { dialog, user } = await open([now, second, first]);
    const lines = await dialog.findByRole('group', { name: 'Lines that changed' });
    expect([...lines.children].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['SPAN', 'You sort recaps.'],
      ['DEL', 'removed: Be long.'],
      ['INS', 'added: Be brief.'],
    ]);
    await user.click(dialog.getByRole('button', { name: /^Version 1/ }));
    expect(dialog.getByText('From version 1 to the current one, 3')).toBeInTheDocument();
    expect(dialog.getByText('You sort.')).toBeInTheDocument();
  });

  it('fold what did not change, and unfold it', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `Rule ${at}`).join('\n');
    const { dialog, user } = await open(
      [now, { ...second, settingValue: `${many}\nOld end` }],
      getListAdminSettingsMockHandler([{ ...prompt, settingValue: `${many}\nNew end` }]),
    );
    await user.click(await dialog.findByRole('button', { name: '17 unchanged lines' }));
    expect(dialog.getByText('Rule 0')).toBeInTheDocument();
  });

  it('say when both are the same', async () => {
    const { dialog } = await open([now, { ...second, settingValue: now.settingValue }]);
    expect(await dialog.findByText('Both are the same, word for word.')).toBeInTheDocument();
  });

  it('say that there is no earlier one', async () => {
    const { dialog } = await open([now]);
    expect(await dialog.findByText('It has had no other value yet.')).toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { dialog } = await open(
      [],
      failing('get', '/api/admin/settings/recap_prompt/versions', {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'We couldn’t load the versions. Out of order.',
    );
  });

  it('are restored after a question', async () => {
    let sent: unknown;
    const { dialog, user } = await open(
      [now, second, first],
      getUpdateAdminSettingMockHandler(async ({ request, params }) => {
        sent = { key: params.settingKey, ...((await request.json()) as object) };
        return { ...prompt, version: 4, settingValue: second.settingValue };
      }),
    );
    await user.click(await dialog.findByRole('button', { name: 'Restore Version 2' }));
    expect(sent).toBeUndefined();
    expect(await screen.findByText('Restore version 2?')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(/^Setting updated successfully!/)).toBeInTheDocument();
    expect(sent).toEqual({ key: 'recap_prompt', settingValue: second.settingValue });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are only compared by who only reads', async () => {
    const { dialog } = await open([now, second], getGetCurrentUserMockHandler(reader));
    await dialog.findByRole('group', { name: 'Lines that changed' });
    expect(dialog.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  });
});
