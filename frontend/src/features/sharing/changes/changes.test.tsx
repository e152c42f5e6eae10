import { cleanup, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Comparison, SharedProposal } from '@/api/gen/model';
import { unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { PATH, answering, introduce, open, part } from '@/test/shared-page';
import { NEXT_STEPS, SUMMARY, sent } from '@/test/shared-proposal-data';
import { around, withoutHeading } from './words';

const BANNER = 'This proposal was updated since you last read it';
const revision = (number: number): SharedProposal => ({
  ...sent,
  revision: { number, sha256: String(number).repeat(64), sentAt: '2026-05-05T10:00:00.000Z' },
});

const comparison: Comparison = {
  from: 1,
  to: 3,
  titles: [],
  terms: [],
  pricing: [
    { wording: 'removed', text: '$280.00' },
    { wording: 'added', text: '$300.00' },
  ],
  blocks: [
    { blockId: SUMMARY, kind: 'summary', title: 'Summary', change: 'changed', runs: [] },
    { blockId: NEXT_STEPS, kind: 'next-steps', title: 'Next steps', change: 'added', runs: [] },
    { blockId: 'gone', kind: 'team', title: '', change: 'removed', runs: [] },
  ],
};

function comparing() {
  const since: (string | null)[] = [];
  server.use(
    http.get(`*${PATH}/changes`, ({ request }) => {
      since.push(new URL(request.url).searchParams.get('since'));
      return HttpResponse.json(comparison);
    }),
  );
  return since;
}

test('the first visit, and another to the same version, show no changes', async () => {
  await open(revision(1));
  cleanup();
  await open(revision(1));
  expect(screen.queryByRole('heading', { name: BANNER })).not.toBeInTheDocument();
});

test('a newer version tells what changed since, with links to the parts, until it is read away', async () => {
  const since = comparing();
  await open(revision(1));
  cleanup();
  const user = await open(revision(3));
  await screen.findByRole('heading', { name: BANNER });
  const banner = part(BANNER);
  expect(banner).toHaveTextContent('Changed Summary');
  expect(banner).toHaveTextContent('New Next steps');
  expect(banner).toHaveTextContent('Removed team');
  expect(banner).toHaveTextContent('Prices removed: $280.00 added: $300.00');
  expect(screen.getAllByText('Updated since you last read it')).toHaveLength(2);
  const links = [...banner.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([`#section-${SUMMARY}`, `#section-${NEXT_STEPS}`]);
  expect(since).toEqual(['1']);

  // A reload keeps the list of changes; "Got it" dismisses it.
  cleanup();
  await open(revision(3));
  await screen.findByRole('heading', { name: BANNER });
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('heading', { name: BANNER })).not.toBeInTheDocument();
  expect(screen.queryByText('Updated since you last read it')).not.toBeInTheDocument();
  cleanup();
  await open(revision(3));
  expect(since).toEqual(['1', '1']);
});

test('a version that was sent again as it was shows no changes', async () => {
  let asked = 0;
  server.use(
    http.get(`*${PATH}/changes`, () => {
      asked += 1;
      return HttpResponse.json({ ...comparison, pricing: [], blocks: [] });
    }),
  );
  await open(revision(1));
  cleanup();
  await open(revision(2));
  await vi.waitFor(() => {
    expect(sessionStorage.getItem('proffer.since.token')).toBeNull();
  });
  expect(asked).toBe(1);
  expect(screen.queryByRole('heading', { name: BANNER })).not.toBeInTheDocument();
});

test('changed terms are shown until the reader answers', async () => {
  const terms = [{ wording: 'added' as const, text: 'Half is due on acceptance.' }];
  server.use(
    http.get(`*${PATH}/changes`, () => HttpResponse.json({ ...comparison, pricing: [], blocks: [], terms })),
  );
  answering({ message: 'Your request has been sent.', status: 'in_review' });
  await open(revision(1));
  cleanup();
  const user = await open(revision(2));
  await screen.findByRole('heading', { name: BANNER });
  expect(part(BANNER)).toHaveTextContent('Terms and Conditions added: Half is due on acceptance.');

  await user.click(screen.getByRole('radio', { name: 'Request Changes' }));
  await introduce(user);
  await user.click(screen.getByRole('button', { name: 'Request Changes' }));
  await screen.findByRole('heading', { name: 'Changes Requested' });
  expect(screen.queryByRole('heading', { name: BANNER })).not.toBeInTheDocument();
});

test('without an answer about the changes the proposal is shown all the same', async () => {
  server.use(unreachable('get', `${PATH}/changes`));
  await open(revision(1));
  cleanup();
  await open(revision(2));
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: BANNER })).not.toBeInTheDocument();
});

test('of long unchanged words only those beside a change are shown', () => {
  const long = 'word '.repeat(100);
  expect(around('short', { first: false, last: false })).toBe('short');
  const middle = around(long, { first: false, last: false });
  expect(middle.length).toBeLessThan(170);
  expect(middle).toContain('…');
  expect(around(long, { first: true, last: false })).toMatch(/^… word/);
  expect(around(long, { first: false, last: true })).toMatch(/word …$/);
});

test('a heading is not told twice', () => {
  expect(withoutHeading('Plan', [{ wording: 'same', text: 'Plan\nWe go' }])).toEqual([
    { wording: 'same', text: 'We go' },
  ]);
  const renamed = [{ wording: 'added', text: 'Plan\n' }] as const;
  expect(withoutHeading('Plan', renamed)).toBe(renamed);
});
