import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import { getGetPreSendCheckMockHandler, getGetProposalMockHandler } from '@/api/gen/proposals/proposals.msw';
import { quietActivity } from '@/test/activity-data';
import { failing } from '@/test/handlers';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import '@/test/whole-editor';

const TOKEN = 'V1StGXR8_Z5jdHi6B-myT';
const linkOf = (token: string) => `https://p.example/shared/${token}`;
const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() };

beforeEach(() => {
  clipboard.writeText.mockReset().mockResolvedValue();
});

/** A server with a link that can be replaced and revoked. */
function links() {
  const asked: string[] = [];
  const post = http.post('*/api/proposals/:id/share', ({ request }) => {
    const renew = new URL(request.url).searchParams.get('renew') === 'true';
    asked.push(renew ? 'renew' : 'share');
    const shareToken = renew ? 'A'.repeat(21) : TOKEN;
    return HttpResponse.json({ shareToken, url: linkOf(shareToken) });
  });
  const remove = http.delete('*/api/proposals/:id/share', () => {
    asked.push('revoke');
    return new HttpResponse(null, { status: 204 });
  });
  return { asked, handlers: [post, remove] };
}

async function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  const { user } = renderRoute(
    `/proposals/${draft.id}/edit`,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler(quietActivity),
  );
  // user-event installs its own clipboard; the test's replaces it.
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  return user;
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Share this proposal' }));

/**
 * A dialog over another. In tests antd gives all of them the same id, so the title is searched for, not the
 * name.
 */
const question = async (title: string) => {
  const found = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]');
  return within(found ?? document.body);
};

test('sharing copies the link and says what it opens', async () => {
  const { handlers } = links();
  const user = await open(draft, ...handlers);
  expect(await screen.findByText('Shareable link copied to clipboard!')).toBeVisible();
  expect(clipboard.writeText).toHaveBeenCalledWith(linkOf(TOKEN));
  const shown = await dialog();
  expect(shown.getByText(/^This is a preview/)).toBeInTheDocument();
  expect(shown.getByRole('textbox', { name: 'Shareable link' })).toHaveValue(linkOf(TOKEN));
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('link', { name: 'View Proposal' })).toHaveAttribute('href', `/shared/${TOKEN}`);
});

test('the link is copied once more by its button', async () => {
  const user = await open(draft, ...links().handlers);
  const shown = await dialog();
  clipboard.writeText.mockClear();
  await user.click(shown.getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText('Link copied to clipboard!')).toBeVisible();
  expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(linkOf(TOKEN));
});

test('where copying is not allowed, the link is there to be copied by hand', async () => {
  clipboard.writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  const { handlers } = links();
  const user = await open(draft, ...handlers);
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText(/The link is selected: copy it yourself/)).toBeVisible();
  expect(shown.getByRole('textbox', { name: 'Shareable link' })).toHaveFocus();
  expect(screen.queryByText('Shareable link copied to clipboard!')).not.toBeInTheDocument();
});

test('a share that fails', async () => {
  await open(
    draft,
    failing('post', '/api/proposals/*/share', { status: 500, code: 'internal', message: 'x' }),
  );
  expect(await screen.findByText('Failed to generate share link.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('another link takes the place of the old one, once that is confirmed', async () => {
  const { asked, handlers } = links();
  const user = await open({ ...draft, shareToken: TOKEN }, ...handlers);
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Replace Link' }));
  const sure = await question('Replace the link?');
  await user.click(sure.getByRole('button', { name: 'Cancel' }));
  expect(asked).toEqual(['share']);
  await user.click(shown.getByRole('button', { name: 'Replace Link' }));
  await user.click((await question('Replace the link?')).getByRole('button', { name: 'Replace Link' }));
  await waitFor(() => {
    expect(shown.getByRole('textbox', { name: 'Shareable link' })).toHaveValue(linkOf('A'.repeat(21)));
  });
  expect(asked).toEqual(['share', 'renew']);
});

test('a link that is taken back is gone from the page, and another can be made', async () => {
  const { asked, handlers } = links();
  const user = await open({ ...draft, shareToken: TOKEN }, ...handlers);
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Revoke Link' }));
  await user.click((await question('Revoke the link?')).getByRole('button', { name: 'Revoke Link' }));
  expect(await shown.findByText(/There is no link to this proposal/)).toBeInTheDocument();
  expect(screen.queryByText('View Proposal')).not.toBeInTheDocument();
  await user.click(shown.getByRole('button', { name: 'Create a New Link' }));
  expect(await shown.findByRole('textbox', { name: 'Shareable link' })).toBeInTheDocument();
  expect(asked).toEqual(['share', 'revoke', 'share']);
});

test('a link that cannot be taken back stays', async () => {
  const { handlers } = links();
  const user = await open(
    { ...draft, shareToken: TOKEN },
    failing('delete', '/api/proposals/*/share', { status: 503, code: 'x', message: 'The database is away.' }),
    ...handlers,
  );
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Revoke Link' }));
  await user.click((await question('Revoke the link?')).getByRole('button', { name: 'Revoke Link' }));
  expect(await screen.findByText('The database is away.')).toBeVisible();
  expect(shown.getByRole('textbox', { name: 'Shareable link' })).toHaveValue(linkOf(TOKEN));
});

function dates(answer: Partial<Proposal> = {}) {
  const asked: ProposalUpdate[] = [];
  const handler = http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
    const update = await request.json();
    asked.push(update);
    return HttpResponse.json({ ...draft, ...answer, validUntil: update.validUntil });
  });
  return { asked, handler };
}

const sentRevision = { number: 1, sha256: 'a'.repeat(64), sentAt: '2026-11-20T10:00:00.000Z' };

test('the date of a draft can be set', async () => {
  const { asked, handler } = dates();
  const user = await open(draft, ...links().handlers, handler);
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Save Date' }));
  expect(shown.getByLabelText('Valid until')).toHaveAccessibleDescription('Choose a date');
  await user.type(shown.getByLabelText('Valid until'), '2031-03-14');
  await user.click(shown.getByRole('button', { name: 'Save Date' }));
  expect(await screen.findByText('Proposal updated successfully!')).toBeVisible();
  expect(asked).toEqual([
    { validUntil: new Date('2031-03-14T23:59:59.999').toISOString(), version: draft.version },
  ]);
});

test('the date of what is out cannot be changed under the client', async () => {
  await open(
    { ...draft, status: 'pending', sentRevision, validUntil: '2031-03-14T23:00:00.000Z' },
    ...links().handlers,
  );
  const shown = await dialog();
  expect(shown.getByText(/The date is part of the sent version/)).toBeInTheDocument();
  expect(shown.queryByLabelText('Valid until')).not.toBeInTheDocument();
});

test('what has expired goes out again with a new date', async () => {
  const { asked, handler } = dates({ status: 'pending', sentRevision });
  const user = await open(
    { ...draft, status: 'expired', sentRevision, validUntil: '2026-11-01T23:00:00.000Z' },
    ...links().handlers,
    handler,
  );
  const shown = await dialog();
  await user.type(shown.getByLabelText('Valid until'), '2031-03-14');
  await user.click(shown.getByRole('button', { name: 'Send Again' }));
  expect(await screen.findByText('Your client can accept it with the same link.')).toBeVisible();
  expect(asked).toEqual([
    {
      validUntil: new Date('2031-03-14T23:59:59.999').toISOString(),
      status: 'pending',
      version: draft.version,
    },
  ]);
});
