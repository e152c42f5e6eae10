import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import {
  getGetDashboardMockHandler,
  getGetPreSendCheckMockHandler,
  getGetProposalMockHandler,
  getRefreshProposalMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { tabDrafts } from '@/shared/session/drafts';
import { toNextStep } from '@/shared/lib/next-step';
import { quietActivity } from '@/test/activity-data';
import { company, dashboard, user as me } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { changeRequest, draft } from '@/test/proposal-data';
import { draftOf } from './pricing/draft';

const TOKEN = 'V1StGXR8_Z5jdHi6B-myT';
const EDITOR = `/proposals/${draft.id}/edit`;

function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  return renderRoute(
    EDITOR,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetActivityMockHandler(quietActivity),
    getGetPreSendCheckMockHandler({ version: proposal.version, ready: true, findings: [], claims: [] }),
  );
}

/** A save returns the proposal with these changes; the requests are recorded. */
function saving(result: Partial<Proposal>) {
  const asked: ProposalUpdate[] = [];
  const handler = http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
    const update = await request.json();
    asked.push(update);
    const { title, htmlContent } = update;
    return HttpResponse.json({
      ...draft,
      ...(title && { title }),
      ...(htmlContent && { htmlContent }),
      ...result,
    });
  });
  return { asked, handler };
}

test('shows the document with its terms, its state and its totals', async () => {
  const { user } = open(draft);
  expect(await screen.findByRole('heading', { level: 1, name: draft.title })).toBeVisible();
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
  expect(screen.getByText('Draft')).toBeVisible();
  expect(screen.getByText(/^Last updated November 19, 2026/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Prices & client' }));
  expect(screen.getByText('$8,100.00')).toBeVisible();
  // Nothing has been shared yet.
  expect(screen.queryByRole('link', { name: 'View Proposal' })).not.toBeInTheDocument();
  expect(await screen.findByRole('textbox', { name: `Text of ${draft.title}` })).toBeVisible();
  expect(screen.getByText('Saved')).toBeVisible();
});

test('a proposal that is not there', async () => {
  open(
    draft,
    failing('get', `/api/proposals/${draft.id}`, { status: 404, code: 'proposal_not_found', message: 'No.' }),
  );
  expect(await screen.findByRole('heading', { name: 'Proposal Not Found' })).toBeVisible();
  expect(
    screen.getByText("The proposal you're looking for doesn't exist or you don't have access to it"),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
});

test('a server that is away is not called a missing proposal', async () => {
  open(draft, unreachable('get', `/api/proposals/${draft.id}`));
  expect(await screen.findByRole('heading', { name: 'We couldn’t load this proposal' })).toBeVisible();
});

test('editing a sent proposal asks first and makes it a draft', async () => {
  const { asked, handler } = saving({ status: 'draft', shareToken: TOKEN });
  const { user } = open({ ...draft, status: 'pending', shareToken: TOKEN }, handler);
  await user.click(await screen.findByRole('button', { name: 'Edit Anyway' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Proposal?' });
  await user.click(within(dialog).getByRole('button', { name: 'Edit Anyway' }));
  expect(await screen.findByText('Proposal reverted to draft. You can now edit it.')).toBeVisible();
  expect(asked).toEqual([{ status: 'draft', version: draft.version }]);
  expect(screen.getByRole('button', { name: 'Send to Client' })).toBeVisible();
});

test('a sent proposal stays sent where the server refuses', async () => {
  const { user } = open(
    { ...draft, status: 'pending', shareToken: TOKEN },
    failing('put', '/api/proposals/*', { status: 500, code: 'internal', message: 'x' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Anyway' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Proposal?' });
  await user.click(within(dialog).getByRole('button', { name: 'Edit Anyway' }));
  expect(await screen.findByText('Failed to revert proposal to draft.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send to Client' })).not.toBeInTheDocument();
});

test('a client’s request for changes stands beside the document', async () => {
  open({ ...draft, status: 'in_review' }, getListChatMessagesMockHandler([changeRequest]));
  expect(await screen.findByRole('heading', { name: 'Client feedback' })).toBeVisible();
  expect(screen.getByText('Please add the Spanish site.')).toBeVisible();
  expect(screen.getAllByText('Mia Öz')[0]).toBeVisible();
  expect(screen.getByText(/^Your client asked for changes\./)).toBeVisible();
});

test('a signed proposal names its signer and cannot be changed', async () => {
  open({ ...draft, status: 'signed', signedByName: 'Mia Öz', signedAt: '2026-11-20T14:03:22.120Z' });
  expect(await screen.findByText('Signed by Mia Öz')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit Anyway' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send to Client' })).not.toBeInTheDocument();
});

test('renaming', async () => {
  const { asked, handler } = saving({});
  const { user } = open(draft, handler);
  await user.click(await screen.findByRole('button', { name: 'Rename proposal' }));
  const title = screen.getByRole('textbox', { name: 'Proposal title' });
  expect(title).toHaveFocus();
  await user.clear(title);
  await user.type(title, 'Booking site{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Booking site' })).toBeVisible();
  expect(asked).toEqual([{ title: 'Booking site', version: draft.version }]);
  expect(screen.getByText('Proposal updated successfully!')).toBeVisible();
});

test('if another user was faster, their version is shown and the next attempt starts from it', async () => {
  const theirs = { ...draft, title: 'Theirs', version: draft.version + 1 };
  const asked: ProposalUpdate[] = [];
  const { user } = open(
    draft,
    http.get('*/api/proposals/:id', () => HttpResponse.json(asked.length === 0 ? draft : theirs)),
    http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
      const update = await request.json();
      asked.push(update);
      if (update.version === theirs.version)
        return HttpResponse.json({ ...theirs, title: 'Mine', version: theirs.version + 1 });
      return HttpResponse.json(
        { status: 409, code: 'stale_version', message: 'This proposal was changed in the meantime.' },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      );
    }),
  );
  const rename = async () => {
    await user.click(await screen.findByRole('button', { name: 'Rename proposal' }));
    const title = screen.getByRole('textbox', { name: 'Proposal title' });
    await user.clear(title);
    await user.type(title, 'Mine{Enter}');
  };
  await rename();
  expect(await screen.findByText('Failed to update proposal. Please try again.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
  await rename();
  expect(await screen.findByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  expect(asked.map(({ version }) => version)).toEqual([draft.version, theirs.version]);
});

test('a dialog gives the focus back to what opened it', async () => {
  const { user } = open(draft);
  const opener = await screen.findByRole('button', { name: 'Delete proposal' });
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this proposal?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(opener).toHaveFocus();
  });
});

test('refreshing takes over the latest company information', async () => {
  const refreshed = {
    ...draft,
    version: 4,
    htmlContent: draft.htmlContent.replace('We build it.', 'We build it, since 1998.'),
  };
  const { user } = open(draft, getRefreshProposalMockHandler(refreshed));
  await screen.findByRole('textbox', { name: /^Text of/ });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Proposal refreshed with latest company information!')).toBeVisible();
  expect(screen.getByText('We build it, since 1998.')).toBeVisible();
});

test.each(['in_review', 'expired', 'rejected'] as const)(
  'refreshing a proposal that is %s asks first, since it becomes a draft',
  async (status) => {
    const { user } = open({ ...draft, status, shareToken: TOKEN }, getRefreshProposalMockHandler(draft));
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refresh Proposal?' }));
    await user.click(dialog.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Proposal refreshed with latest company information!')).toBeVisible();
    expect(screen.getByText('Draft')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Refresh Proposal?' })).not.toBeInTheDocument();
  },
);

test.each([
  ['draft', true, 'Send to Client'],
  ['pending', false, undefined],
  ['in_review', true, 'Send again'],
  ['expired', true, 'Send again'],
  ['rejected', true, undefined],
  ['accepted', false, undefined],
  ['signed', false, undefined],
] as const)('what the head offers of a proposal that is %s', async (status, refresh, send) => {
  open({ ...draft, status, shareToken: TOKEN });
  await screen.findByRole('heading', { level: 1, name: draft.title });
  expect(screen.queryAllByRole('button', { name: 'Refresh' })).toHaveLength(refresh ? 1 : 0);
  const sends = screen.queryAllByRole('button', { name: /^Send (to Client|again)$/ });
  expect(sends.map((button) => button.textContent)).toEqual(send === undefined ? [] : [send]);
});

test('a refresh that fails', async () => {
  const { user } = open(draft, unreachable('post', '/api/proposals/*/refresh'));
  await user.click(await screen.findByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Failed to refresh proposal. Please try again.')).toBeVisible();
});

test('who may only read sees the document without the ways to change it', async () => {
  const permissions = me.permissions.filter(
    (permission) => !permission.startsWith('proposals:') || permission === 'proposals:read',
  );
  open(draft, getGetCurrentUserMockHandler({ ...me, permissions }));
  expect(await screen.findByText('We build it.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'History' })).toBeVisible();
  for (const name of ['Refresh', 'Design', 'Share', 'Send to Client', 'Rename proposal', 'Delete proposal']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test.each([
  ['remind', { status: 'pending', shareToken: TOKEN }, 'Send a reminder'],
  ['share', { status: 'pending' }, 'Share this proposal'],
] as const)('a link meant to %s opens the dialog for it', async (nextStep, part, dialog) => {
  const { router } = open(
    { ...draft, ...part },
    getGetCompanyMockHandler(company),
    getGetDashboardMockHandler(dashboard),
  );
  await act(() => router.navigate('/'));
  await act(() => router.navigate(EDITOR, { state: toNextStep(nextStep) }));
  expect(await screen.findByRole('dialog', { name: dialog })).toBeInTheDocument();
});

test('a link to what the client asked for shows it', async () => {
  const { router } = open(
    { ...draft, status: 'pending', shareToken: TOKEN },
    getListChatMessagesMockHandler([changeRequest]),
    getGetCompanyMockHandler(company),
    getGetDashboardMockHandler(dashboard),
  );
  await act(() => router.navigate('/'));
  await act(() => router.navigate(EDITOR, { state: toNextStep('read answer') }));
  expect(await screen.findByRole('tab', { name: 'Prices & client', selected: true })).toBeVisible();
});

test('prices that were being typed open again', async () => {
  const kept = {
    version: draft.version,
    table: JSON.stringify(draft.pricing),
    draft: { ...draftOf(draft.pricing), currency: 'EUR' },
  };
  tabDrafts.save(`prices.${draft.id}`, me, kept);
  open(
    draft,
    http.post('*/api/proposals/pricing/preview', () => HttpResponse.json(null, { status: 503 })),
  );
  expect(await screen.findByRole('dialog', { name: 'Prices' })).toBeInTheDocument();
});
