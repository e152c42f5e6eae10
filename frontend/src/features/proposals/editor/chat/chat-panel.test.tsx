import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getGetUsageMockHandler,
  getListChatMessagesMockHandler,
  getRevertChatMessageMockHandler,
  getReviewChatChangeMockHandler,
} from '@/api/gen/assistant/assistant.msw';
import { getGetCurrentUserQueryKey } from '@/api/gen/identity/identity';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { ChatMessage, CurrentUser, Proposal, ReviewInput } from '@/api/gen/model';
import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/shared/ui/toast/toaster';
import {
  answer,
  liveAssistant,
  plainAnswer,
  question,
  summaryChange,
  timelineChange,
} from '@/test/chat-data';
import { user as ada } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { changeRequest, draft, summaryId } from '@/test/proposal-data';
import { server } from '@/test/server';
import { EditorSessionContext } from '../session';
import { ChatPanel } from './chat-panel';
import { Waiting } from './waiting';

const STREAM = '/api/proposals/*/chat/stream';
const session = { flush: vi.fn(), take: vi.fn(), reload: vi.fn() };

beforeAll(async () => {
  await import('./conversation');
}, 60_000);
beforeEach(() => {
  sessionStorage.clear();
  session.flush.mockReset().mockResolvedValue(true);
  session.reload.mockReset().mockResolvedValue(undefined);
});
interface Scene {
  messages?: ChatMessage[] | (() => ChatMessage[]);
  proposal?: Partial<Proposal>;
  member?: Partial<CurrentUser>;
  handlers?: HttpHandler[];
}

function open({ messages = [], proposal = {}, member = {}, handlers = [] }: Scene = {}) {
  server.use(
    ...handlers,
    getListChatMessagesMockHandler(typeof messages === 'function' ? () => messages() : messages),
  );
  const signedOut = vi.fn();
  const queryClient = createQueryClient(signedOut);
  queryClient.setQueryData(getGetCurrentUserQueryKey(), { ...ada, ...member });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <EditorSessionContext value={session}>
          <div id={`section-${summaryId}`} />
          <ChatPanel proposal={{ ...draft, ...proposal }} />
        </EditorSessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup(), signedOut };
}

const input = () => screen.findByRole('textbox', { name: 'Message to the assistant' });
const log = () => screen.findByRole('log', { name: 'Conversation' });
const started = { sequence: 1, kind: 'started', assistant: 'model', questionId: 'q9' } as const;

describe('asking', () => {
  it('sends what is typed with Enter, trimmed, and shows the answer as it comes', async () => {
    const assistant = liveAssistant();
    let stored: ChatMessage[] = [];
    const { user } = open({ messages: () => stored, handlers: [assistant.handler] });
    await user.type(await input(), '  Make it{Shift>}{Enter}{/Shift}shorter  {Enter}');
    expect(await input()).toHaveValue('');
    expect(await input()).toBeDisabled();
    expect(await log()).toHaveTextContent('Make it shorter');
    expect(screen.getByRole('progressbar', { name: 'The assistant is working' })).toBeInTheDocument();
    expect(screen.getByText('A reply may take up to a minute.')).toBeVisible();
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    expect(assistant.asked[0]?.message).toBe('Make it\nshorter');
    expect(assistant.asked[0]?.turnId).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.flush).toHaveBeenCalledTimes(1);

    assistant.say(started, { sequence: 2, kind: 'text', text: 'I made **the' });
    expect(await screen.findByText('I made **the')).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    assistant.say(
      { sequence: 3, kind: 'text', text: ' summary** shorter.' },
      { sequence: 4, kind: 'change', change: summaryChange },
    );
    expect(await screen.findByText('1 proposed change')).toBeVisible();
    expect(screen.getByText('the summary').tagName).toBe('STRONG');
    expect(screen.queryByRole('button', { name: 'Keep Summary' })).not.toBeInTheDocument();
    // Not announced word by word.
    expect(await log()).toHaveAttribute('aria-live', 'off');

    const message = { ...answer, changes: [{ block: summaryChange, review: 'open' as const }] };
    stored = [
      { ...question, content: 'Make it\nshorter', turnId: assistant.asked[0]?.turnId ?? '' },
      message,
    ];
    assistant.say({ sequence: 5, kind: 'done', message, version: 4, updatedHtmlContent: '<p></p>' });
    expect(await screen.findByRole('button', { name: 'Keep Summary' })).toBeEnabled();
    expect(await screen.findByText('Changes applied')).toBeVisible();
    expect(screen.getByText('Your proposal has been updated.')).toBeVisible();
    expect(session.reload).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The assistant: I added a timeline. 1 change to review.')).toHaveAttribute(
      'role',
      'status',
    );
    expect(screen.getAllByText(/Make it/)).toHaveLength(1);
    // The focus was in the input, and returns to it.
    expect(await input()).toHaveFocus();
  });

  it('has nothing to reload for an answer that changed nothing', async () => {
    const assistant = liveAssistant();
    const { user } = open({ handlers: [assistant.handler] });
    await user.type(await input(), 'Why?{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    assistant.say(started, { sequence: 2, kind: 'done', message: plainAnswer, version: 3 });
    await waitFor(async () => {
      expect(await input()).toBeEnabled();
    });
    expect(session.reload).not.toHaveBeenCalled();
    expect(screen.queryByText('Changes applied')).not.toBeInTheDocument();
  });

  it('sends a suggestion at once, and no second one meanwhile', async () => {
    const assistant = liveAssistant();
    const { user } = open({ handlers: [assistant.handler] });
    await input();
    const chips = within(screen.getByRole('list', { name: 'Suggestions' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'Add pricing details',
      'Include timeline',
      'Add testimonials',
      'Change tone to formal',
    ]);
    await user.click(screen.getByRole('button', { name: 'Include timeline' }));
    await user.click(screen.getByRole('button', { name: 'Add testimonials' }));
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    expect(assistant.asked[0]?.message).toBe('Include timeline');
  });

  it('sends no blanks and nothing too long', async () => {
    const { user } = open();
    await user.type(await input(), '   {Enter}');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await user.clear(await input());
    await user.click(await input());
    await user.paste('x'.repeat(4001));
    await user.keyboard('{Enter}');
    expect(await input()).toHaveAccessibleDescription('4,001 of 4,000 characters');
    expect(await input()).toHaveValue('x'.repeat(4001));
    expect(session.flush).not.toHaveBeenCalled();
  });

  it('does not ask while words in the document could not be saved', async () => {
    session.flush.mockResolvedValue(false);
    const { user } = open();
    await user.type(await input(), 'Shorter{Enter}');
    expect(await screen.findByText(/could not be saved, so your message was not sent/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await input()).toHaveValue('Shorter');
    expect(await input()).toHaveFocus();
    expect(screen.queryByText(/Not answered/)).not.toBeInTheDocument();
  });
});

describe('a question that fails', () => {
  const away = failing('post', STREAM, { status: 500, code: 'internal', message: 'Out of order.' });

  it('stays, and can be asked again as a new turn', async () => {
    const { user } = open({ handlers: [away] });
    await user.type(await input(), 'Shorter{Enter}');
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(await input()).toHaveValue('');
    expect(await log()).toHaveTextContent('Shorter');
    expect(await log()).toHaveTextContent('Not answered. Out of order.');
    const assistant = liveAssistant();
    server.use(assistant.handler);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => {
      expect(assistant.asked[0]?.message).toBe('Shorter');
    });
    expect(screen.queryByText(/Not answered/)).not.toBeInTheDocument();
    expect(screen.getAllByText('Shorter')).toHaveLength(1);
  });

  it('joins what is typed meanwhile when it is edited, and survives a reload', async () => {
    const first = open({ handlers: [away] });
    await first.user.type(await input(), 'Shorter{Enter}');
    await screen.findByText(/Out of order/);
    await first.user.type(await input(), 'And blue');
    first.unmount();
    const { user } = open();
    expect(await screen.findByText(/Out of order/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await input()).toHaveValue('And blue\nShorter');
  });

  it('is explained by the event that ends it, and kept by the server', async () => {
    const assistant = liveAssistant();
    let stored: ChatMessage[] = [];
    const { user } = open({ messages: () => stored, handlers: [assistant.handler] });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    const turnId = assistant.asked[0]?.turnId ?? '';
    const turnMessage = 'The assistant did not answer in time. Your question is kept.';
    stored = [{ ...question, content: 'Shorter', turnId, turnStatus: 'failed', turnMessage }];
    assistant.say(started, {
      sequence: 2,
      kind: 'failed',
      code: 'assistant_unavailable',
      problem: turnMessage,
    });
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(await screen.findByText(/did not answer in time/)).toBeVisible();
    expect(screen.getAllByText('Shorter')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(2);
    });
    expect(assistant.asked[1]?.turnId).not.toBe(turnId);
  });

  it('says when the limit is reached, with the way to the usage', async () => {
    const { user } = open({
      handlers: [
        failing('post', STREAM, {
          status: 429,
          code: 'usage_exceeded',
          message: 'AI usage limit reached. You can continue manually or try again later.',
        }),
      ],
    });
    await user.type(await input(), 'Shorter{Enter}');
    expect(await screen.findByText(/AI usage limit reached/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your AI usage' })).toHaveAttribute(
      'href',
      '/settings/usage',
    );
    expect(screen.queryByText('Failed to send message. Please try again.')).not.toBeInTheDocument();
  });

  it('says when the trial is over, in the words of the server', async () => {
    const { user } = open({
      handlers: [
        failing('post', STREAM, {
          status: 402,
          code: 'trial_expired',
          message: 'Please upgrade.',
          trialExpired: true,
        }),
        getGetCurrentUserMockHandler(ada),
      ],
    });
    await user.type(await input(), 'Shorter{Enter}');
    expect(await screen.findByText('Trial Expired')).toBeVisible();
    expect(screen.getAllByText(/Please upgrade\./)).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/subscription');
  });

  it('notices that the session has ended', async () => {
    const { user, signedOut } = open({
      handlers: [failing('post', STREAM, { status: 401, code: 'unauthenticated', message: 'Unauthorized' })],
    });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(signedOut).toHaveBeenCalled();
    });
    expect(await screen.findByText(/You were signed out/)).toBeVisible();
  });
});

describe('the connection', () => {
  it('is made again with the same turn, and no word comes twice', async () => {
    const assistant = liveAssistant();
    const { user } = open({ handlers: [assistant.handler] });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    assistant.say(started, { sequence: 2, kind: 'text', text: 'One ' });
    await screen.findByText('One');
    assistant.hangUp();
    expect(await screen.findAllByText('Connection lost, reconnecting…')).not.toHaveLength(0);
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(2);
    });
    expect(assistant.asked[1]).toEqual(assistant.asked[0]);
    assistant.say(
      started,
      { sequence: 2, kind: 'text', text: 'One ' },
      { sequence: 3, kind: 'text', text: 'two' },
    );
    expect(await screen.findByText('One two')).toBeVisible();
  });

  it('is taken up again after a reload, for a turn that is still running', async () => {
    const assistant = liveAssistant();
    const running: ChatMessage = { ...question, turnStatus: 'running' };
    open({ messages: [running], handlers: [assistant.handler] });
    await waitFor(() => {
      expect(assistant.asked).toEqual([{ message: 'Include timeline', turnId: question.turnId }]);
    });
    expect(await input()).toBeDisabled();
    assistant.say(started, { sequence: 2, kind: 'text', text: 'Here it is' });
    expect(await screen.findByText('Here it is')).toBeVisible();
    expect(screen.getAllByText('Include timeline')).toHaveLength(2); // the question and the chip
    expect(session.flush).not.toHaveBeenCalled();
  });

  it('ends when the panel is left, and the turn goes on', async () => {
    const assistant = liveAssistant();
    const { user, unmount } = open({ handlers: [assistant.handler] });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    assistant.say(started);
    unmount();
    await waitFor(() => {
      expect(assistant.signals[0]?.aborted).toBe(true);
    });
  });

  it('keeps a question that was left before anything was heard', async () => {
    let flushed: (saved: boolean) => void = () => undefined;
    session.flush.mockReturnValue(
      new Promise((resolve) => {
        flushed = resolve;
      }),
    );
    const { user, unmount } = open();
    await user.type(await input(), 'Shorter{Enter}');
    unmount();
    await act(async () => {
      flushed(true);
      await Promise.resolve();
    });
    open();
    expect(await screen.findByText(/You left before it was sent/)).toBeVisible();
  });
});

describe('changes', () => {
  const decided = (asked: unknown[], message: ChatMessage, version = draft.version) =>
    getReviewChatChangeMockHandler(async ({ request }) => {
      const input = (await request.json()) as ReviewInput;
      asked.push(input);
      const review = input.keep ? ('kept' as const) : ('refused' as const);
      message = {
        ...message,
        changes: message.changes.map((change) =>
          change.block.blockId === input.blockId ? { ...change, review } : change,
        ),
        ...(input.blockId === undefined && { pricingReview: review }),
      };
      return { message, htmlContent: '', version: input.keep ? version : version + 1, conflicts: [] };
    });
  const priced: ChatMessage = {
    ...answer,
    pricing: [
      { wording: 'removed', text: '$1,200.00' },
      { wording: 'added', text: '$1,350.00' },
    ],
    pricingReview: 'open',
  };

  it('are compared, kept and refused one by one', async () => {
    const asked: unknown[] = [];
    const { user } = open({ messages: [question, priced], handlers: [decided(asked, priced)] });
    const head = await screen.findByRole('button', { name: /^Summary\s*Changed/ });
    expect(screen.getByRole('button', { name: /^Timeline\s*Added/ })).toBeVisible();
    expect(screen.getByText('3 changes')).toBeVisible();
    await user.click(head);
    expect(head).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('everything', { exact: false, selector: 'del' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Keep Timeline' }));
    expect(await screen.findByText('Kept')).toBeVisible();
    expect(session.reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Refuse Summary' }));
    expect(await screen.findByText('Rejected')).toBeVisible();
    expect(session.reload).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Refuse Prices' }));
    expect(await screen.findAllByText('Rejected')).toHaveLength(2);
    expect(asked).toEqual([
      { blockId: timelineChange.blockId, keep: true },
      { blockId: summaryId, keep: false },
      { keep: false },
    ]);
    expect(session.flush).toHaveBeenCalledTimes(3);
  });

  it('are kept all at once', async () => {
    const asked: unknown[] = [];
    const { user } = open({ messages: [question, priced], handlers: [decided(asked, priced)] });
    await user.click(await screen.findByRole('button', { name: 'Keep All' }));
    // In order.
    await waitFor(() => {
      expect(screen.getAllByText('Kept')).toHaveLength(3);
    });
    expect(asked).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Keep All' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Revert' })).toBeVisible();
  });

  it('say why one could not be refused', async () => {
    const { user } = open({
      messages: [question, answer],
      handlers: [
        getReviewChatChangeMockHandler({
          message: answer,
          htmlContent: '',
          version: 4,
          conflicts: [
            {
              blockId: summaryId,
              title: 'Summary',
              message: '“Summary” was changed again since and stays as it is.',
            },
          ],
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Refuse Summary' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '“Summary” was changed again since and stays as it is.',
    );
  });

  it('lead to their block', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    Element.prototype.animate = vi.fn();
    const { user } = open({ messages: [question, answer] });
    await user.click(await screen.findByRole('button', { name: 'Go to block Summary' }));
    expect(scrolled.mock.contexts[0]).toHaveAttribute('id', `section-${summaryId}`);
    await user.click(screen.getByRole('button', { name: 'Go to block Timeline' }));
    expect(await screen.findByText('This section is no longer in the document.')).toBeVisible();
  });

  it('are reverted, and what could not be is said', async () => {
    let stored = [question, answer];
    const { user } = open({
      messages: () => stored,
      handlers: [
        getRevertChatMessageMockHandler(() => {
          stored = [question, { ...answer, revertedAt: '2026-11-20T15:00:00.000Z' }];
          const message = '“Timeline” was changed again since and stays as it is.';
          return { htmlContent: '', version: 5, conflicts: [{ title: 'Timeline', message }] };
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    expect(await screen.findByText('Changes reverted')).toBeVisible();
    expect(screen.getByText('The proposal has been restored to its previous state.')).toBeVisible();
    expect(screen.getByText(/changed again since and stays/)).toBeVisible();
    expect(await screen.findByText('Reverted')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revert' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Keep Summary' })).not.toBeInTheDocument();
    expect(session.reload).toHaveBeenCalled();
  });

  it('are not called reverted where everything was changed again', async () => {
    const conflicts = answer.changes.map(({ block: { blockId, title } }) => ({
      blockId,
      title,
      message: `“${title}” was changed again since and stays as it is.`,
    }));
    const { user } = open({
      messages: [question, answer],
      handlers: [getRevertChatMessageMockHandler({ htmlContent: '', version: 5, conflicts })],
    });
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    expect(await screen.findByText(/“Summary” was changed again/)).toBeVisible();
    expect(screen.queryByText('Changes reverted')).not.toBeInTheDocument();
  });

  it('stay when reverting fails', async () => {
    const { user } = open({
      messages: [question, answer],
      handlers: [unreachable('post', '/api/proposals/*/chat/*/revert')],
    });
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    expect(await screen.findByText('Failed to revert changes. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revert' })).toBeEnabled();
  });
});

describe('the panel', () => {
  it('says what can be asked for, and what goes without a model', async () => {
    open({ proposal: { assistant: 'offline' } });
    expect(await screen.findByText('Working without a language model, I can:')).toBeVisible();
    expect(screen.getByText('Change an amount')).toBeVisible();
  });

  it('tells the team, the assistant and the client apart', async () => {
    const createdAt = '2026-01-05T12:00:00.000Z';
    open({ messages: [changeRequest, question, plainAnswer].map((one) => ({ ...one, createdAt })) });
    expect(await screen.findByText('Mia Öz')).toBeVisible();
    expect(screen.getByRole('link', { name: 'mia@northwind.example' })).toBeVisible();
    expect(screen.getByText('Assistant')).toBeVisible();
    expect(screen.getByText('Your team:')).toBeInTheDocument();
    expect(screen.getByText('January 5, 2026')).toBeVisible();
  });

  it.each([
    ['proposals:update', 'Your role can read this proposal, but not change it.'],
    ['assistant:use', 'Your role does not include the assistant.'],
  ])('is for reading without %s', async (permission, words) => {
    open({
      messages: [{ ...question, turnStatus: 'running' }, answer],
      member: { permissions: ada.permissions.filter((one) => one !== permission) },
    });
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
    expect(await log()).toHaveTextContent('I added a timeline.');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Keep|Refuse|Revert|Try Again/ })).not.toBeInTheDocument();
  });

  it('is for reading where the proposal is signed', async () => {
    open({ messages: [question, answer], proposal: { status: 'signed' } });
    expect(await screen.findByText(/A signed proposal cannot be changed/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('offers another try when the conversation did not load', async () => {
    const { user } = open({ handlers: [unreachable('get', '/api/proposals/*/chat')] });
    expect(await screen.findByText(/We couldn’t load the conversation/)).toBeVisible();
    server.use(getListChatMessagesMockHandler([question, plainAnswer]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing to do.')).toBeVisible();
  });

  it.each([
    ['4.0000', undefined],
    ['4.0500', '81% of this month’s quota used'],
  ])('shows the quota when little is left: %s of 5', async (totalCostUsd, words) => {
    const current = {
      month: '2026-11',
      requestCount: 1,
      totalTokensUsed: 1,
      inputTokensUsed: 1,
      outputTokensUsed: 0,
      totalCostUsd,
    };
    const usage = vi.fn(() => ({
      current,
      reservedCostUsd: '0.0000',
      limitUsd: '5.00',
      workspace: { totalCostUsd, limitUsd: '5.00' },
      isBlocked: false,
      resetsAt: '2026-12-01T00:00:00.000Z',
      assistant: 'model' as const,
      history: [],
    }));
    open({ proposal: { assistant: 'model' }, handlers: [getGetUsageMockHandler(usage)] });
    await waitFor(() => {
      expect(usage).toHaveBeenCalled();
    });
    await input();
    if (words === undefined) expect(screen.queryByText(/quota used/)).not.toBeInTheDocument();
    else expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', '/settings/usage');
  });

  it('points to a new answer when the reader is further up', async () => {
    const assistant = liveAssistant();
    const { user } = open({ messages: [question, plainAnswer], handlers: [assistant.handler] });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    const box = await log();
    act(() => {
      box.scrollTop = -400;
      box.dispatchEvent(new Event('scroll', { bubbles: true }));
    });
    expect(screen.queryByRole('button', { name: 'New answer' })).not.toBeInTheDocument();
    assistant.say(started, { sequence: 2, kind: 'text', text: 'Here' });
    const pill = await screen.findByRole('button', { name: 'New answer' });
    act(() => {
      box.scrollTop = 0;
      box.dispatchEvent(new Event('scroll', { bubbles: true }));
    });
    expect(pill).not.toBeInTheDocument();
    // Scrolled up while text arrives: the end of the answer is announced as new.
    act(() => {
      box.scrollTop = -400;
      box.dispatchEvent(new Event('scroll', { bubbles: true }));
    });
    expect(screen.queryByRole('button', { name: 'New answer' })).not.toBeInTheDocument();
    assistant.say({ sequence: 3, kind: 'done', message: { ...plainAnswer, id: 'a9' }, version: 3 });
    expect(await screen.findByRole('button', { name: 'New answer' })).toBeInTheDocument();
  });
});

describe('waiting', () => {
  it('says eight things, one each 3.5 seconds, and never comes to the end', () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    const { container } = render(<Waiting />);
    const bar = screen.getByRole('progressbar');
    const seen: (string | null)[] = [];
    const values: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      seen.push(container.querySelector('p')?.textContent ?? null);
      values.push(Number(bar.getAttribute('aria-valuenow')));
      act(() => {
        vi.advanceTimersByTime(3499);
      });
      expect(container.querySelector('p')).toHaveTextContent(seen.at(-1) ?? '');
      act(() => {
        vi.advanceTimersByTime(1);
      });
    }
    expect(new Set(seen.slice(0, 8)).size).toBe(8);
    expect(seen[8]).toBe(seen[0]);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(Math.max(...values)).toBe(95);
  });
});
