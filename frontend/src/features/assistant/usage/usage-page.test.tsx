import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetUsageMockHandler } from '@/api/gen/assistant/assistant.msw';
import type { Usage } from '@/api/gen/model';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import { formatMonth } from '@/shared/lib/usage-format';

const usage: Usage = {
  current: {
    month: '2026-11',
    requestCount: 1284,
    totalTokensUsed: 512_300,
    inputTokensUsed: 400_000,
    outputTokensUsed: 112_300,
    totalCostUsd: '2.1049',
  },
  reservedCostUsd: '0.0000',
  limitUsd: '5.00',
  workspace: { totalCostUsd: '7.5000', limitUsd: '15.0000' },
  isBlocked: false,
  resetsAt: '2026-12-01T12:00:00.000Z',
  assistant: 'model',
  history: [
    {
      month: '2026-10',
      requestCount: 40,
      totalTokensUsed: 9000,
      inputTokensUsed: 7000,
      outputTokensUsed: 2000,
      totalCostUsd: '0.0312',
    },
  ],
};

const open = (change: Partial<Usage> = {}) =>
  renderRoute('/settings/usage', getGetUsageMockHandler({ ...usage, ...change }));

describe('AI usage', () => {
  it('shows the month against its limit, to four decimals', async () => {
    open();
    const month = within(await screen.findByRole('region', { name: 'November 2026' }));
    expect(month.getByText('A new month begins on December 1, 2026.')).toBeVisible();
    expect(month.getByText('1,284')).toBeVisible();
    expect(month.getByText('512,300')).toBeVisible();
    expect(month.getByText('400,000 sent, 112,300 received')).toBeVisible();
    expect(month.getByText('$2.1049')).toBeVisible();
    expect(month.getByText('$2.1049 of $5.00')).toBeVisible();
    expect(month.getByRole('meter', { name: 'This month’s quota used' })).toHaveAttribute(
      'aria-valuetext',
      '42%',
    );
    expect(month.queryByText('Blocked')).not.toBeInTheDocument();
  });

  it('counts what is reserved for answers in progress', async () => {
    open({ reservedCostUsd: '1.0000' });
    expect(await screen.findByText('$1.0000 reserved for answers in progress')).toBeVisible();
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '62');
  });

  it('says when nothing is left', async () => {
    const limitReached = 'AI usage limit reached: it is free again on December 1, 2026 (UTC).';
    open({ current: { ...usage.current, totalCostUsd: '5.2000' }, limitReached });
    expect(await screen.findByText('This month’s quota is used up')).toBeVisible();
    expect(screen.getByText(limitReached)).toBeVisible();
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', '104%');
  });

  it('shows what the workspace has used, and when its quota is the one that is used up', async () => {
    open({ limitReached: 'AI usage limit reached: this workspace’s quota does not cover this.' });
    const month = within(await screen.findByRole('region', { name: 'November 2026' }));
    expect(month.getByText('$7.5000')).toBeVisible();
    expect(month.getByText('of $15.00 for the whole team')).toBeVisible();
    expect(month.getByText(/this workspace’s quota/)).toBeVisible();
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', '42%');
  });

  it('says who is blocked', async () => {
    open({ isBlocked: true });
    expect(await screen.findByText('Blocked')).toBeVisible();
    expect(screen.getByText('The assistant is blocked for your account')).toBeVisible();
  });

  it('needs no limit', async () => {
    open({ limitUsd: '0', assistant: 'offline' });
    expect(await screen.findByRole('region', { name: 'Working without a model' })).toBeVisible();
    expect(screen.queryByRole('meter')).not.toBeInTheDocument();
  });

  it('lists the months before, or that there are none', async () => {
    open();
    const row = within(await screen.findByRole('row', { name: /^October 2026/ }));
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['40', '9,000', '$0.0312']);
  });

  it('is there from the first month on', async () => {
    open({ history: [] });
    expect(await screen.findByText(/^Nothing yet/)).toBeVisible();
  });

  it('offers another try when it did not load', async () => {
    const { user } = renderRoute(
      '/settings/usage',
      failing('get', '/api/usage', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getGetUsageMockHandler(usage));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'November 2026' })).toBeVisible();
  });
});

it('names months', () => {
  expect(formatMonth('2026-01')).toBe('January 2026');
  expect(formatMonth('soon')).toBe('soon');
});
