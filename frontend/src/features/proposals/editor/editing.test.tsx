import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetClientMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Problem, Proposal, ProposalUpdate } from '@/api/gen/model';
import {
  getGetPreSendCheckMockHandler,
  getGetProposalMockHandler,
  getListProposalsMockHandler,
  getPreviewPricingMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import { quietActivity } from '@/test/activity-data';
import { client, company } from '@/test/data';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { draft, readyCheck, summaryId } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import { keepWork, keptWork } from './saving/kept-work';

const EDITOR = `/proposals/${draft.id}/edit`;
const NEXT = '<section data-block="n" data-kind="next-steps"><h2>Next steps</h2><p>Sign.</p></section>';
const long: Proposal = { ...draft, htmlContent: draft.htmlContent + NEXT };

async function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  const opened = renderRoute(
    EDITOR,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler(quietActivity),
    getGetClientMockHandler(client),
    getGetCompanyMockHandler(company),
  );
  const text = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: /^Text of/ });
  const { editor } = text;
  /** Types after some words of the document. */
  const type = (behind: string, words: string) => {
    let at = -1;
    editor.state.doc.descendants((node, position) => {
      const inside = node.text?.indexOf(behind) ?? -1;
      if (inside >= 0) at = position + inside + behind.length;
    });
    act(() => {
      editor.commands.insertContentAt(at, words);
    });
  };
  return { ...opened, text, type };
}

/** A server that accepts every save and records the requests. */
function saving(...refusals: (() => Response)[]) {
  const asked: ProposalUpdate[] = [];
  let version = 3;
  const handler = http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
    const update = await request.json();
    asked.push(update);
    const refusal = refusals.shift();
    if (refusal !== undefined) return refusal();
    version = Math.max(version, update.version ?? 0) + 1;
    return HttpResponse.json({ ...long, ...update, version });
  });
  return { asked, handler };
}

const problem = (status: number, body: Partial<Problem>) => () =>
  HttpResponse.json(
    { code: 'x', message: 'x', ...body },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

const stale = (htmlContent: string, version: number, changedBy?: string) =>
  problem(409, {
    code: 'stale_version',
    conflict: {
      yourVersion: 3,
      currentVersion: version,
      currentHtmlContent: htmlContent,
      ...(changedBy !== undefined && { changedBy }),
    },
  });

test('what is typed is saved by itself, upon the version it was typed on', async () => {
  const { asked, handler } = saving();
  const { type } = await open(long, handler);
  type('We build it', ' with care');
  expect(screen.getByText('Saving…')).toBeVisible();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(asked).toEqual([
    { htmlContent: long.htmlContent.replace('build it', 'build it with care'), version: 3 },
  ]);
  type('Sign', ' here');
  await waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(asked[1]?.version).toBe(4);
});

test('a server that is away: it says so, and a press tries again', async () => {
  const { asked, handler } = saving(problem(503, { message: 'Away.' }));
  const { type, user } = await open(long, handler);
  type('We build it', '!');
  expect(await screen.findByText('Not saved - will try again')).toBeVisible();
  expect(keptWork(draft.id, ada)?.html).toContain('We build it!');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(keptWork(draft.id, ada)).toBeUndefined();
});

test('what the server does not take is said in its words, and the text stays', async () => {
  const { handler } = saving(problem(422, { message: 'The document is larger than 1 MB.' }));
  const { type } = await open(long, handler);
  type('We build it', '!');
  expect(await screen.findByText('The document is larger than 1 MB.')).toBeVisible();
  expect(screen.getByText('We build it!.')).toBeVisible();
});

test('a save that has to wait for a payment says so, keeps the words, and leads to the subscription', async () => {
  const { asked, handler } = saving(
    problem(402, { code: 'trial_expired', message: 'Please upgrade.', trialExpired: true }),
  );
  const { type } = await open(long, handler);
  type('We build it', '!');
  expect(await screen.findByText('Trial Expired')).toBeVisible();
  expect(screen.getByText('Not saved')).toBeVisible();
  expect(screen.getAllByText('Please upgrade.')).toHaveLength(2);
  for (const link of screen.getAllByRole('link', { name: 'Upgrade' }))
    expect(link).toHaveAttribute('href', '/subscription');
  type('We build it!', '!');
  expect(await screen.findByText('We build it!!.')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('changes by another user in other blocks are merged', async () => {
  const theirs = long.htmlContent.replace('Sign.', 'Sign soon.');
  const { asked, handler } = saving(stale(theirs, 7, 'Ana'));
  const { type } = await open(long, handler);
  type('We build it', '!');
  expect(await screen.findByText("Ana's changes were merged")).toBeVisible();
  expect(screen.getByText('Sign soon.')).toBeVisible();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(asked[1]).toEqual({ htmlContent: theirs.replace('build it', 'build it!'), version: 7 });
});

test.each([
  ['Keep Mine', 'We build it!.'],
  ['Keep Theirs', 'They build it.'],
])('two versions of one block stand side by side, and a person decides: %s', async (choice, kept) => {
  const theirs = long.htmlContent.replace('We build', 'They build').replace('Sign.', 'Sign soon.');
  const { asked, handler } = saving(stale(theirs, 7));
  const { type, user } = await open(long, handler);
  type('We build it', '!');
  const dialog = within(await screen.findByRole('dialog', { name: 'Another person changed the same part' }));
  expect(screen.getByText('Conflict')).toBeInTheDocument();
  expect(dialog.getByText('We build it!.')).toBeInTheDocument();
  expect(dialog.getByText('They build it.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: '1 to decide' })).toBeDisabled();
  await user.click(dialog.getByText(choice));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(screen.getByText(kept)).toBeVisible();
  expect(screen.getByText('Sign soon.')).toBeVisible();
  expect(asked.at(-1)?.version).toBe(choice === 'Keep Mine' ? 7 : 3);
});

test('work that a crash left behind is offered again', async () => {
  keepWork(draft.id, ada, { html: long.htmlContent.replace('Sign.', 'Sign today.'), base: long });
  const { asked, handler } = saving();
  const { user } = await open(
    { ...long, htmlContent: long.htmlContent.replace('We build', 'They build') },
    handler,
  );
  await user.click(screen.getByRole('button', { name: 'Restore unsaved changes' }));
  expect(await screen.findByText('Sign today.')).toBeVisible();
  expect(screen.getByText('They build it.')).toBeVisible();
  await waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  expect(screen.queryByRole('button', { name: 'Restore unsaved changes' })).not.toBeInTheDocument();
});

test('leaving saves first', async () => {
  const { asked, handler } = saving();
  const { type, user, router } = await open(long, handler, getListProposalsMockHandler([]));
  type('We build it', '!');
  await user.click(screen.getAllByRole('link', { name: 'Proposals' })[0] ?? document.body);
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/proposals');
  });
  expect(asked).toHaveLength(1);
});

test('leaving what cannot be saved asks', async () => {
  const { type, user, router } = await open(
    long,
    failing('put', `/api/proposals/${draft.id}`, { status: 503, code: 'x', message: 'Away.' }),
    getListProposalsMockHandler([]),
  );
  type('We build it', '!');
  await user.click(screen.getAllByRole('link', { name: 'Proposals' })[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep Editing' }));
  expect(router.state.location.pathname).toBe(EDITOR);
  expect(screen.getByText('We build it!.')).toBeVisible();
});

test('sending takes what was just typed along', async () => {
  const { asked, handler } = saving();
  const { type, user } = await open(long, handler);
  type('We build it', '!');
  await user.click(screen.getByRole('button', { name: 'Send to Client' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to Client' }));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.htmlContent).toContain('We build it!');
  await user.click(dialog.getByRole('button', { name: 'Get the link without an email' }));
  await waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(asked[1]).toEqual({ status: 'pending', version: draft.version + 1 });
});

const headings = (text: HTMLElement) =>
  within(text)
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

test('blocks are moved, added and removed by their menu', async () => {
  const { asked, handler } = saving();
  const { text, user } = await open(long, handler);
  const menu = async (item: string) => {
    await user.click(screen.getByRole('button', { name: /^Block menu: / }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await menu('Move Down');
  expect(headings(text)).toEqual(['Pricing', 'Summary', 'Next steps']);

  await user.click(screen.getByRole('button', { name: 'Add a block below Summary' }));
  // There are prices already.
  const kinds = within(await screen.findByRole('dialog', { name: 'Add a block' }));
  expect(kinds.queryByRole('button', { name: /^Pricing/ })).not.toBeInTheDocument();
  await user.click(kinds.getByRole('button', { name: /^Timeline/ }));
  expect(headings(text)).toEqual(['Pricing', 'Summary', 'Timeline', 'Next steps']);

  await menu('Remove');
  expect(headings(text)).toEqual(['Pricing', 'Summary', 'Next steps']);
  const toast = within(screen.getByRole('region', { name: /^Notifications/ }));
  await user.click(toast.getByRole('button', { name: 'Undo' }));
  expect(headings(text)).toEqual(['Pricing', 'Summary', 'Timeline', 'Next steps']);
  await waitFor(() => {
    expect(asked.at(-1)?.htmlContent).toContain('data-kind="timeline"');
  });
});

test('prices are shown as the engine wrote them and open their own editor', async () => {
  const preview = getPreviewPricingMockHandler({ totals: draft.totals, html: '<p>Prices</p>' });
  const { text, user } = await open(long, preview);
  expect(within(text).getByText('$4,500.00')).toBeVisible();
  await user.click(within(text).getByRole('button', { name: 'Edit Prices' }));
  expect(await screen.findByRole('dialog', { name: 'Prices' })).toBeVisible();
});

test('the places that links lead to are there', async () => {
  await open(long);
  expect(document.getElementById(`section-${summaryId}`)).toHaveTextContent('We build it.');
});
