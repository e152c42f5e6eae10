import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  getGetUsageMockHandler,
  getListChatMessagesMockHandler,
  getRevertChatMessageMockHandler,
  getReviewChatChangeMockHandler,
} from '@/api/gen/assistant/assistant.msw';
import type { ChatMessage, PricingInput, ReviewInput } from '@/api/gen/model';
import { getSavePricingMockHandler } from '@/api/gen/proposals/proposals.msw';
import { answer, liveAssistant, plainAnswer, question, timelineChange } from '@/test/chat-data';
import { user as ada } from '@/test/data';
import { unreachable } from '@/test/handlers';
import { changeRequest, draft, summaryId } from '@/test/proposal-data';
import { server } from '@/test/server';
import { Waiting } from './waiting';
import { input, log, openChat, session, started } from '@/test/chat-panel';

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
    const { user } = openChat({ messages: [question, priced], handlers: [decided(asked, priced)] });
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

  it('list the prices as they are understood, and ask about what is open', async () => {
    const [group] = draft.pricing.groups;
    const [item] = group?.items ?? [];
    if (group === undefined || item === undefined) throw new Error('The draft has a line.');
    const before = { ...item, unitPrice: '1200' };
    const after = { ...before, unitPrice: '1350', confirmed: false, source: 'migration about $1,350' };
    const pricing = { ...draft.pricing, groups: [{ ...group, items: [after] }] };
    const answers = [{ label: '1 × $1,350.00 once', item: { ...after, confirmed: true } }];
    const estimate = {
      code: 'estimate',
      message: 'This reads as an estimate. What do you charge?',
      answers,
    } as const;
    const removed = { ...before, id: 'gone', name: 'Old hosting', cadence: 'monthly', cycles: 12 } as const;
    const prices = {
      currency: 'USD',
      lines: [
        { before, after, choice: 'all', question: estimate },
        { before: removed, choice: 'all' },
      ],
    } as const;
    const saved: PricingInput[] = [];
    const { user } = openChat({
      messages: [question, { ...priced, prices: { ...prices, lines: [...prices.lines] } }],
      proposal: { pricing },
      handlers: [
        getSavePricingMockHandler(async ({ request }) => {
          saved.push((await request.json()) as PricingInput);
          return { ...draft, version: 4 };
        }),
      ],
    });
    const list = within(await screen.findByRole('list', { name: 'Changed prices' }));
    const [changed, gone] = list.getAllByRole('listitem');
    expect(changed).toHaveTextContent(/Content migration\s*\$1,350\.00 once/);
    expect(changed).toHaveTextContent('Before: $1,200.00 once');
    expect(gone).toHaveTextContent(/Old hosting\s*\$1,200\.00 monthly for 12 months\s*Removed/);
    await user.click(list.getByRole('button', { name: '1 × $1,350.00 once' }));
    await waitFor(() => {
      expect(session.take).toHaveBeenCalledWith(expect.objectContaining({ version: 4 }));
    });
    expect(saved).toMatchObject([
      { version: 3, pricing: { groups: [{ items: [{ id: after.id, confirmed: true }] }] } },
    ]);
  });

  it('are kept all at once', async () => {
    const asked: unknown[] = [];
    const { user } = openChat({ messages: [question, priced], handlers: [decided(asked, priced)] });
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
    const { user } = openChat({
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
    const { user } = openChat({ messages: [question, answer] });
    await user.click(await screen.findByRole('button', { name: 'Go to block Summary' }));
    expect(scrolled.mock.contexts[0]).toHaveAttribute('id', `section-${summaryId}`);
    await user.click(screen.getByRole('button', { name: 'Go to block Timeline' }));
    expect(await screen.findByText('This section is no longer in the document.')).toBeVisible();
  });

  it('are reverted, and what could not be is said', async () => {
    let stored = [question, answer];
    const { user } = openChat({
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
    const { user } = openChat({
      messages: [question, answer],
      handlers: [getRevertChatMessageMockHandler({ htmlContent: '', version: 5, conflicts })],
    });
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    expect(await screen.findByText(/“Summary” was changed again/)).toBeVisible();
    expect(screen.queryByText('Changes reverted')).not.toBeInTheDocument();
  });

  it('stay when reverting fails', async () => {
    const { user } = openChat({
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
    openChat({ proposal: { assistant: 'offline' } });
    expect(await screen.findByText('Working without a language model, I can:')).toBeVisible();
    expect(screen.getByText('Change an amount')).toBeVisible();
  });

  it('tells the team, the assistant and the client apart', async () => {
    const createdAt = '2026-01-05T12:00:00.000Z';
    openChat({ messages: [changeRequest, question, plainAnswer].map((one) => ({ ...one, createdAt })) });
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
    openChat({
      messages: [{ ...question, turnStatus: 'running' }, answer],
      member: { permissions: ada.permissions.filter((one) => one !== permission) },
    });
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
    expect(await log()).toHaveTextContent('I added a timeline.');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Keep|Refuse|Revert|Try Again/ })).not.toBeInTheDocument();
  });

  it('is for reading where the proposal is signed', async () => {
    openChat({ messages: [question, answer], proposal: { status: 'signed' } });
    expect(await screen.findByText(/A signed proposal cannot be changed/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('offers another try when the conversation did not load', async () => {
    const { user } = openChat({ handlers: [unreachable('get', '/api/proposals/*/chat')] });
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
    openChat({ proposal: { assistant: 'model' }, handlers: [getGetUsageMockHandler(usage)] });
    await waitFor(() => {
      expect(usage).toHaveBeenCalled();
    });
    await input();
    if (words === undefined) expect(screen.queryByText(/quota used/)).not.toBeInTheDocument();
    else expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', '/settings/usage');
  });

  it('points to a new answer when the reader is further up', async () => {
    const assistant = liveAssistant();
    const { user } = openChat({ messages: [question, plainAnswer], handlers: [assistant.handler] });
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
