import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import {
  getGetPreSendCheckMockHandler,
  getGetProposalMockHandler,
  getRefreshProposalMockHandler,
  getShareProposalMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { user as me } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { changeRequest, draft } from '@/test/proposal-data';

const TOKEN = 'V1StGXR8_Z5jdHi6B-myT';
const EDITOR = `/proposals/${draft.id}/edit`;

function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  return renderRoute(
    EDITOR,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler({ version: proposal.version, ready: true, findings: [], claims: [] }),
  );
}

/** A save answers with the proposal changed so; what was asked is kept. */
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

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };

beforeEach(() => {
  clipboard.writeText.mockReset().mockResolvedValue();
});

/** user-event brings a clipboard of its own; the test's takes its place. */
const withClipboard = () => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
};

test('shows the document with its terms, its state and its totals', async () => {
  const { user } = open(draft);
  expect(await screen.findByRole('heading', { level: 1, name: draft.title })).toBeVisible();
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
  expect(screen.getByText('Draft')).toBeVisible();
  expect(screen.getByText(/^Last updated November 19, 2026/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Prices & client' }));
  expect(screen.getByText('$8,100.00')).toBeVisible();
  // Nothing was shared yet.
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

test('sharing copies the link', async () => {
  const { user } = open(
    draft,
    getShareProposalMockHandler({ shareToken: TOKEN, url: `https://p.example/shared/${TOKEN}` }),
  );
  withClipboard();
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Shareable link copied to clipboard!')).toBeVisible();
  expect(clipboard.writeText).toHaveBeenCalledWith(`https://p.example/shared/${TOKEN}`);
  expect(screen.getByRole('link', { name: 'View Proposal' })).toHaveAttribute('href', `/shared/${TOKEN}`);
});

test('where copying is not allowed, the link is shown', async () => {
  clipboard.writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  const { user } = open(
    draft,
    getShareProposalMockHandler({ shareToken: TOKEN, url: `https://p.example/shared/${TOKEN}` }),
  );
  withClipboard();
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('textbox', { name: 'Shareable link' })).toHaveValue(
    `https://p.example/shared/${TOKEN}`,
  );
});

test('a share that fails', async () => {
  const { user } = open(
    draft,
    failing('post', '/api/proposals/*/share', { status: 500, code: 'internal', message: 'x' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Failed to generate share link.')).toBeVisible();
});

test('sending sets pending and shows the link', async () => {
  const { asked, handler } = saving({ status: 'pending', shareToken: TOKEN });
  const { user } = open(draft, handler);
  withClipboard();
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  const dialog = await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' });
  const link = within(dialog).getByRole('textbox', { name: 'Shareable link' });
  expect(link).toHaveValue(`http://localhost:3000/shared/${TOKEN}`);
  expect(link).toHaveAttribute('readonly');
  expect(asked).toEqual([{ status: 'pending' }]);

  await user.click(within(dialog).getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText('Link copied to clipboard!')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(
    await screen.findByText(
      'This proposal has been sent, Editing will change it to draft and require resending',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send to Client' })).not.toBeInTheDocument();
  // The button that opened it is gone; the focus is not lost with it.
  await waitFor(() => {
    expect(screen.getByRole('main')).toHaveFocus();
  });
  expect(screen.queryByRole('textbox', { name: /^Text of/ })).not.toBeInTheDocument();
  // A sent proposal is not worked on with the assistant.
  expect(screen.queryByRole('tab', { name: 'Assistant' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
});

test('what stops a proposal from being sent is listed beside it', async () => {
  const blocked = failing('put', '/api/proposals/*', {
    status: 422,
    code: 'pre_send_blocked',
    message: 'Not yet.',
    errors: [{ field: 'client.email', code: 'no_client_email', message: 'The client has no email.' }],
  });
  const { user } = open(draft, blocked);
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  expect(await screen.findByText('The client has no email.')).toBeVisible();
});

test('sending that fails otherwise', async () => {
  const { user } = open(draft, unreachable('put', '/api/proposals/*'));
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  expect(await screen.findByText('Failed to send proposal. Please try again.')).toBeVisible();
});

test('editing a sent proposal asks first and makes it a draft', async () => {
  const { asked, handler } = saving({ status: 'draft', shareToken: TOKEN });
  const { user } = open({ ...draft, status: 'pending', shareToken: TOKEN }, handler);
  await user.click(await screen.findByRole('button', { name: 'Edit Anyway' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Proposal?' });
  await user.click(within(dialog).getByRole('button', { name: 'Edit Anyway' }));
  expect(await screen.findByText('Proposal reverted to draft. You can now edit it.')).toBeVisible();
  expect(asked).toEqual([{ status: 'draft' }]);
  expect(screen.getByRole('button', { name: 'Send to Client' })).toBeVisible();
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
  expect(asked).toEqual([{ title: 'Booking site' }]);
  expect(screen.getByText('Proposal updated successfully!')).toBeVisible();
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
