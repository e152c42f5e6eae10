import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Comparison, Proposal, RestoreInput, Version } from '@/api/gen/model';
import {
  getCompareVersionsMockHandler,
  getGetPreSendCheckMockHandler,
  getGetProposalMockHandler,
  getListVersionsMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { failing } from '@/test/handlers';
import { quietActivity } from '@/test/activity-data';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import { entriesOf, wordsOf } from './entries';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

const version = (number: number, minute: number, rest: Partial<Version> = {}): Version => ({
  number,
  authorKind: 'person',
  authorName: 'Ada Berg',
  cause: 'edit',
  touched: ['Summary'],
  createdAt: at(minute),
  ...rest,
});

const versions: Version[] = [
  version(6, 40, { cause: 'restore', restored: 2, touched: [] }),
  version(5, 32, { touched: ['Timeline'] }),
  version(4, 25),
  version(3, 20, { authorKind: 'assistant', authorName: 'Assistant', cause: 'chat', touched: ['Timeline'] }),
  version(2, 15, { authorKind: 'api', authorName: 'CRM sync' }),
  version(1, 0, { authorKind: 'assistant', authorName: 'Assistant', cause: 'draft', touched: [] }),
];

const comparison: Comparison = {
  from: 3,
  to: 5,
  titles: [],
  terms: [],
  blocks: [
    {
      blockId: 'a',
      kind: 'timeline',
      title: 'Timeline',
      change: 'changed',
      runs: [
        { wording: 'removed', text: 'Six' },
        { wording: 'added', text: 'Eight' },
        { wording: 'same', text: ' weeks.' },
      ],
    },
  ],
  pricing: [
    { wording: 'removed', text: '$100' },
    { wording: 'added', text: '$120' },
  ],
};

async function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  const opened = renderRoute(
    `/proposals/${draft.id}/edit`,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler(quietActivity),
  );
  await opened.user.click(await screen.findByRole('button', { name: 'History' }));
  return { ...opened, drawer: within(await screen.findByRole('dialog', { name: 'Version history' })) };
}

test('edits of one sitting read as one, others by themselves', () => {
  expect(entriesOf(versions).map(({ versions: all }) => all.map(({ number }) => number))).toEqual([
    [6],
    [5, 4],
    [3],
    [2],
    [1],
  ]);
  expect(entriesOf([version(3, 30), version(2, 19)])).toHaveLength(2);
});

test.each([
  [version(1, 0), 'Edited Summary'],
  [version(1, 0, { touched: ['A', 'B', 'C', 'D'] }), 'Edited A, B and 2 more'],
  [version(1, 0, { touched: [] }), 'Edited the document'],
  [version(1, 0, { cause: 'chat', touched: ['Timeline'] }), 'Assistant changed Timeline'],
  [version(1, 0, { cause: 'restore', restored: 4 }), 'Restored version 4'],
])('a version in words', (one, words) => {
  expect(wordsOf(one)).toBe(words);
});

test('lists who changed what, and unfolds a sitting', async () => {
  const { drawer, user } = await open(draft, getListVersionsMockHandler(versions));
  expect(await drawer.findByRole('button', { name: 'Restored version 2' })).toBeInTheDocument();
  expect(drawer.getByRole('button', { name: 'Edited Timeline and Summary' })).toBeInTheDocument();
  expect(drawer.getByRole('button', { name: 'Assistant changed Timeline' })).toBeInTheDocument();
  expect(drawer.getByText('Integration')).toBeInTheDocument();
  expect(drawer.getAllByText('Current')).toHaveLength(1);
  await user.click(drawer.getByRole('button', { name: '2 edits' }));
  expect(drawer.getByRole('button', { name: 'Edited Timeline' })).toBeInTheDocument();
});

test('shows what a sitting changed and restores it', async () => {
  const asked: { url: string; body: RestoreInput }[] = [];
  const restored = { ...draft, version: 7, htmlContent: draft.htmlContent.replace('We build', 'We built') };
  const { drawer, user } = await open(
    draft,
    getListVersionsMockHandler(versions),
    getCompareVersionsMockHandler(({ request }) => {
      expect(new URL(request.url).search).toBe('?from=3');
      return comparison;
    }),
    http.post<never, RestoreInput>('*/api/proposals/:id/versions/:number/restore', async ({ request }) => {
      asked.push({ url: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json(restored);
    }),
  );
  await user.click(await drawer.findByRole('button', { name: 'Edited Timeline and Summary' }));
  expect(await drawer.findByText('Eight')).toBeInTheDocument();
  expect(drawer.getByText('Changed')).toBeInTheDocument();
  expect(drawer.getByText('$120')).toBeInTheDocument();
  await user.click(drawer.getByRole('button', { name: 'Restore This Version' }));
  const question = await screen.findByText('Restore version 5?');
  const confirm = within(question.closest<HTMLElement>('[role=dialog]') ?? document.body);
  await user.click(confirm.getByRole('button', { name: 'Restore This Version' }));
  expect(await screen.findByText('Version 5 restored.')).toBeVisible();
  expect(asked).toEqual([
    { url: `/api/proposals/${draft.id}/versions/5/restore`, body: { version: draft.version } },
  ]);
  await waitFor(() => {
    expect(screen.getByText('We built it.')).toBeVisible();
  });
});

test('a sent proposal’s history can be read and not restored', async () => {
  const { drawer, user } = await open(
    { ...draft, status: 'pending' },
    getListVersionsMockHandler(versions),
    getCompareVersionsMockHandler(comparison),
  );
  await user.click(await drawer.findByRole('button', { name: 'Assistant changed Timeline' }));
  expect(await drawer.findByText('Eight')).toBeInTheDocument();
  expect(drawer.queryByRole('button', { name: 'Restore This Version' })).not.toBeInTheDocument();
});

test('a history that cannot be loaded, and one that is empty', async () => {
  const { drawer } = await open(
    draft,
    failing('get', `/api/proposals/${draft.id}/versions`, { status: 500, code: 'internal', message: 'x' }),
  );
  expect(await drawer.findByText(/couldn’t load the history/)).toBeInTheDocument();
});

test('an unchanged proposal', async () => {
  const { drawer } = await open(draft, getListVersionsMockHandler([]));
  expect(await drawer.findByText('No versions yet')).toBeInTheDocument();
});
