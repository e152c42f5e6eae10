import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { ChatMessage } from '@/api/gen/model';
import { answer, liveAssistant, plainAnswer, question, summaryChange } from '@/test/chat-data';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';
import { input, log, openChat, session, started } from '@/test/chat-panel';

const STREAM = '/api/proposals/*/chat/stream';

describe('asking', () => {
  it('sends what is typed with Enter, trimmed, and shows the answer as it comes', async () => {
    const assistant = liveAssistant();
    let stored: ChatMessage[] = [];
    const { user } = openChat({ messages: () => stored, handlers: [assistant.handler] });
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
    const { user } = openChat({ handlers: [assistant.handler] });
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
    const { user } = openChat({ handlers: [assistant.handler] });
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
    const { user } = openChat();
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
    const { user } = openChat();
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
    const { user } = openChat({ handlers: [away] });
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
    const first = openChat({ handlers: [away] });
    await first.user.type(await input(), 'Shorter{Enter}');
    await screen.findByText(/Out of order/);
    await first.user.type(await input(), 'And blue');
    first.unmount();
    const { user } = openChat();
    expect(await screen.findByText(/Out of order/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await input()).toHaveValue('And blue\nShorter');
  });

  it('is explained by the event that ends it, and kept by the server', async () => {
    const assistant = liveAssistant();
    let stored: ChatMessage[] = [];
    const { user } = openChat({ messages: () => stored, handlers: [assistant.handler] });
    await user.type(await input(), 'Shorter{Enter}');
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(1);
    });
    const turnId = assistant.asked[0]?.turnId ?? '';
    const turnMessage = 'The assistant did not answer in time. Your question is kept.';
    stored = [{ ...question, content: 'Shorter', turnId, turnStatus: 'failed', turnMessage }];
    const shown: number[] = [];
    const observer = new MutationObserver(() => {
      shown.push(screen.queryAllByText('Shorter').length);
    });
    observer.observe(document.body, { subtree: true, childList: true });
    assistant.say(started, {
      sequence: 2,
      kind: 'failed',
      code: 'assistant_unavailable',
      problem: turnMessage,
    });
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(await screen.findByText(/did not answer in time/)).toBeVisible();
    observer.disconnect();
    // Never twice, not even for a moment.
    expect(Math.max(...shown)).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => {
      expect(assistant.asked).toHaveLength(2);
    });
    expect(assistant.asked[1]?.turnId).not.toBe(turnId);
  });

  it('says when the limit is reached, with the way to the usage', async () => {
    const { user } = openChat({
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
    const { user } = openChat({
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
    const { user, signedOut } = openChat({
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
    const { user } = openChat({ handlers: [assistant.handler] });
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
    openChat({ messages: [running], handlers: [assistant.handler] });
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
    const { user, unmount } = openChat({ handlers: [assistant.handler] });
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
    const { user, unmount } = openChat();
    await user.type(await input(), 'Shorter{Enter}');
    unmount();
    await act(async () => {
      flushed(true);
      await Promise.resolve();
    });
    openChat();
    expect(await screen.findByText(/You left before it was sent/)).toBeVisible();
  });
});
