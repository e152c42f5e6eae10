import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import {
  getConfirmPricingItemMockHandler,
  getGetProposalMockHandler,
  getListChatMessagesMockHandler,
  getShareProposalMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { failing, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { changeRequest, draft, migrationId, summaryId, unconfirmed } from '@/test/proposal-data';

const TOKEN = 'V1StGXR8_Z5jdHi6B-myT';
const EDITOR = `/proposals/${draft.id}/edit`;

function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  return renderRoute(
    EDITOR,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
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
  open(draft);
  expect(await screen.findByRole('heading', { level: 1, name: draft.title })).toBeVisible();
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
  expect(screen.getByText('Draft')).toBeVisible();
  expect(screen.getByText(/^Last updated November 19, 2026/)).toBeVisible();
  expect(screen.getByText('$8,100.00')).toBeVisible();
  // Nothing was shared yet.
  expect(screen.queryByRole('link', { name: 'View Proposal' })).not.toBeInTheDocument();
  // Prices are no text.
  expect(screen.getByRole('button', { name: 'Edit section Summary' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit section Pricing' })).not.toBeInTheDocument();
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
  expect(screen.queryByRole('button', { name: /^Edit section/ })).not.toBeInTheDocument();
});

test('what stops a proposal from being sent is listed with its place', async () => {
  const blocked = failing('put', '/api/proposals/*', {
    status: 422,
    code: 'pre_send_blocked',
    message: 'Not yet.',
    errors: [
      {
        field: `pricing.items.${migrationId}`,
        code: 'unconfirmed_amount',
        message: 'An amount is not confirmed.',
      },
      { field: `blocks.${summaryId}`, code: 'empty_section', message: 'A section is empty.' },
      { field: 'client.email', code: 'required', message: 'The client has no email.' },
    ],
  });
  const { user } = open(unconfirmed, blocked, getConfirmPricingItemMockHandler(draft));
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  expect(await screen.findByText(/The client has no email/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Summary' })).toHaveAttribute(
    'href',
    `#section-${summaryId}`,
  );
  expect(screen.getByRole('link', { name: 'Go to Content migration' })).toHaveAttribute(
    'href',
    `#item-${migrationId}`,
  );

  await user.click(screen.getByRole('button', { name: 'Confirm Content migration' }));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: 'Before you send' })).not.toBeInTheDocument();
  });
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
  expect(screen.getByText('Mia Öz')).toBeVisible();
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

/** Opens the summary for editing; the text editor comes as a chunk of its own. */
async function editSummary(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Edit section Summary' }));
  return await screen.findByRole('textbox', { name: 'Section Summary' });
}

test('a section is saved with the version it started from, and shown at once', async () => {
  const { asked, handler } = saving({ version: 4 });
  const next = '<section data-block="next" data-kind="next-steps"><h2>Next steps</h2><p>Sign.</p></section>';
  const { user } = open({ ...draft, htmlContent: draft.htmlContent + next }, handler);
  expect(await editSummary(user)).toHaveTextContent('We build it.');
  // One section at a time.
  expect(screen.getByRole('button', { name: 'Edit section Next steps' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Proposal updated successfully!')).toBeVisible();
  expect(asked).toEqual([{ htmlContent: draft.htmlContent + next, version: 3 }]);
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
});

test('a save that fails opens the section again with what was typed', async () => {
  const { user } = open(draft, unreachable('put', '/api/proposals/*'));
  await editSummary(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to update proposal. Please try again.')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Section Summary' })).toHaveTextContent('We build it.');
  // What is open and not saved would be left behind by sending.
  await user.click(screen.getByRole('button', { name: 'Send to Client' }));
  expect(await screen.findByText('Save or cancel the section you are editing, then send.')).toBeVisible();
});

test('when somebody else saved first both versions are shown, and mine goes into theirs', async () => {
  const theirs = draft.htmlContent
    .replace('We build it.', 'They build it.')
    .replace('$4,500.00', '$5,000.00');
  const asked: ProposalUpdate[] = [];
  const { user } = open(
    draft,
    http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
      const update = await request.json();
      asked.push(update);
      if (update.version === 7)
        return HttpResponse.json({ ...draft, htmlContent: update.htmlContent, version: 8 });
      return HttpResponse.json(
        {
          code: 'stale_version',
          message: 'Stale.',
          conflict: { yourVersion: 3, currentVersion: 7, currentHtmlContent: theirs },
        },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      );
    }),
  );
  await editSummary(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this proposal' });
  expect(within(dialog).getByText('We build it.')).toBeInTheDocument();
  expect(within(dialog).getByText('They build it.')).toBeInTheDocument();

  await user.click(within(dialog).getByRole('button', { name: 'Keep My Version' }));
  expect(await screen.findByText('Proposal updated successfully!')).toBeVisible();
  expect(asked[1]).toEqual({ htmlContent: theirs.replace('They build it.', 'We build it.'), version: 7 });
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
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

test('saving a section keeps the caption and the header cells of its table', async () => {
  const table =
    '<table><caption>Plan of work</caption><thead><tr><th scope="col">Phase</th><th scope="col">Weeks</th></tr></thead>' +
    '<tbody><tr><th scope="row">Design</th><td>2</td></tr></tbody></table>';
  const htmlContent = draft.htmlContent.replace('We build it.</p>', `We build it.</p>${table}`);
  const { asked, handler } = saving({});
  const { user } = open({ ...draft, htmlContent }, handler);
  await user.click(await screen.findByRole('button', { name: 'Edit section Summary' }));
  await screen.findByRole('toolbar');
  await user.click(screen.getByRole('button', { name: 'Bulleted list' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Proposal updated successfully!')).toBeVisible();
  expect(asked[0]?.htmlContent).toContain(table);
});
