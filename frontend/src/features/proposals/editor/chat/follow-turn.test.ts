import { http, HttpResponse, type HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { ChatEvent, ChatInput } from '@/api/gen/model';
import { NETWORK_ERROR } from '@/api/problem';
import { summaryChange, timelineChange } from '@/test/chat-data';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { followTurn } from './follow-turn';
import { newTurn, withEvent } from './turn';

const TURN = '0197a000-0000-7000-8000-000000000991';
const URL_OF_IT = '*/api/proposals/p1/chat/stream';

const event = (sequence: number, kind: ChatEvent['kind'], rest: Partial<ChatEvent> = {}): ChatEvent => ({
  sequence,
  kind,
  turnId: TURN,
  ...rest,
});
const all = [
  event(1, 'started', { assistant: 'model', questionId: 'q1' }),
  event(2, 'text', { text: 'I added ' }),
  event(3, 'change', { change: timelineChange }),
  event(4, 'text', { text: 'a timeline.' }),
  event(5, 'done', { version: 4 }),
];
const body = (events: readonly (ChatEvent | string)[]) =>
  events
    .map((one) => (typeof one === 'string' ? one : `: awake\r\ndata: ${JSON.stringify(one)}\r\n\r\n`))
    .join('');
const sse = (events: readonly (ChatEvent | string)[]) =>
  new HttpResponse(body(events), { headers: { 'Content-Type': 'text/event-stream' } });

function follow(answers: readonly (() => Response)[], ...handlers: HttpHandler[]) {
  const asked: ChatInput[] = [];
  const seen: ChatEvent[] = [];
  const lost: boolean[] = [];
  const pauses: number[] = [];
  const leaving = new AbortController();
  server.use(
    ...handlers,
    http.post<never, ChatInput>(URL_OF_IT, async ({ request }) => {
      asked.push(await request.json());
      return answers[asked.length - 1]?.() ?? HttpResponse.error();
    }),
  );
  const done = followTurn({
    proposalId: 'p1',
    turnId: TURN,
    message: 'Include timeline',
    signal: leaving.signal,
    onEvent: (one) => seen.push(one),
    onLost: (now) => lost.push(now),
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { done, asked, seen, lost, pauses, leaving };
}

describe('following a turn', () => {
  it('gives every event and ends with the last', async () => {
    const { done, asked, seen, pauses } = follow([() => sse(all)]);
    expect(await done).toEqual(all[4]);
    expect(seen).toEqual(all);
    expect(asked).toEqual([{ message: 'Include timeline', turnId: TURN }]);
    expect(pauses).toEqual([]);
  });

  it('goes on as the same turn after the connection was cut, and says nothing twice', async () => {
    const { done, asked, seen, lost, pauses } = follow([
      () => sse(all.slice(0, 2)),
      () => HttpResponse.error(),
      () => new HttpResponse('Bad gateway', { status: 502 }),
      () => sse(all.slice(0, 4)),
      () => sse(all),
    ]);
    await done;
    expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(asked.map(({ turnId }) => turnId))).toEqual(new Set([TURN]));
    expect(asked).toHaveLength(5);
    // Each received event resets the back-off.
    expect(pauses).toEqual([500, 1000, 2000, 500]);
    expect(lost).toContain(true);
    expect(lost.at(-1)).toBe(false);
    const shown = seen.reduce(withEvent, newTurn(TURN, 'Include timeline', ''));
    expect(shown.text).toBe('I added a timeline.');
  });

  it('tells soon that nothing is heard at all', async () => {
    const { done, asked } = follow([], unreachable('post', '/api/proposals/p1/chat/stream'));
    await expect(done).rejects.toMatchObject({ code: NETWORK_ERROR });
    expect(asked).toHaveLength(0);
  });

  it('gives up after a long silence', async () => {
    const { done, asked, pauses } = follow([() => sse(all.slice(0, 1))]);
    await expect(done).rejects.toMatchObject({ code: NETWORK_ERROR });
    expect(asked).toHaveLength(11);
    expect(pauses.at(-1)).toBe(15_000);
  });

  it('does not ask again when it was refused', async () => {
    const { done, pauses } = follow(
      [],
      failing('post', '/api/proposals/p1/chat/stream', {
        status: 429,
        code: 'usage_exceeded',
        message: 'Limit.',
      }),
    );
    await expect(done).rejects.toMatchObject({ code: 'usage_exceeded' });
    expect(pauses).toEqual([]);
  });

  it('gives a failure as the last event', async () => {
    const failed = event(2, 'failed', { code: 'assistant_unavailable', problem: 'Later.' });
    const { done } = follow([() => sse([all[0] ?? failed, failed])]);
    expect(await done).toEqual(failed);
  });

  it('leaves out what it does not know', async () => {
    const { done, seen } = follow([
      () =>
        sse(['data: {"sequence":1,"kind":"thinking"}\n\n', 'data: no JSON\n\n', 'data: null\n\n', ...all]),
    ]);
    await done;
    expect(seen).toHaveLength(5);
  });

  it('ends when the listener is gone', async () => {
    const { done, leaving, asked } = follow([
      () => new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    ]);
    await vi.waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    leaving.abort();
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toHaveLength(1);
  });
});

describe('a turn', () => {
  it('shows a block once, as it was proposed last', () => {
    const later = { ...timelineChange, title: 'Plan' };
    const turn = [
      event(1, 'change', { change: timelineChange }),
      event(2, 'change', { change: summaryChange }),
      event(3, 'change', { change: later }),
      event(3, 'text', { text: 'again' }),
    ].reduce(withEvent, newTurn(TURN, 'x', ''));
    expect(turn.changes).toEqual([later, summaryChange]);
    expect(turn.text).toBe('');
  });
});
