// A conversation as an API response, and an assistant whose text arrives when the test sends it.
import { http, HttpResponse } from 'msw';
import type { BlockComparison, ChatEvent, ChatInput, ChatMessage } from '@/api/gen/model';
import { summaryId } from './proposal-data';

const ID = '0197a000-0000-7000-8000-0000000009';

export const summaryChange: BlockComparison = {
  blockId: summaryId,
  kind: 'summary',
  title: 'Summary',
  change: 'changed',
  runs: [
    { wording: 'same', text: 'Summary\nWe build ' },
    { wording: 'removed', text: 'everything' },
    { wording: 'added', text: 'it' },
    { wording: 'same', text: '.' },
  ],
};
export const timelineChange: BlockComparison = {
  blockId: `${ID}73`,
  kind: 'timeline',
  title: 'Timeline',
  change: 'added',
  runs: [{ wording: 'added', text: 'Timeline\nTwo weeks.' }],
};

const words = { madeChanges: false, changes: [], pricing: [], titles: [] };

export const question: ChatMessage = {
  ...words,
  id: `${ID}01`,
  role: 'user',
  content: 'Include timeline',
  turnId: `${ID}91`,
  turnStatus: 'done',
  createdAt: '2026-11-20T14:04:00.000Z',
};
export const answer: ChatMessage = {
  ...words,
  id: `${ID}02`,
  role: 'assistant',
  content: 'I added a **timeline**.',
  madeChanges: true,
  titles: [],
  changes: [
    { block: timelineChange, review: 'open' },
    { block: summaryChange, review: 'open' },
  ],
  createdAt: '2026-11-20T14:04:30.000Z',
};
export const plainAnswer: ChatMessage = { ...answer, content: 'Nothing to do.', ...words };

type Said = Partial<ChatEvent> & Pick<ChatEvent, 'sequence' | 'kind'>;

/** Streams what the test sends. Each request starts a new stream. */
export function liveAssistant() {
  const asked: Partial<ChatInput>[] = [];
  const signals: AbortSignal[] = [];
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const handler = http.post<never, ChatInput>('*/api/proposals/:id/chat/stream', async ({ request }) => {
    asked.push(await request.json());
    signals.push(request.signal);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    });
    return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return {
    handler,
    asked,
    signals,
    say: (...events: Said[]) => {
      for (const event of events) {
        const data = JSON.stringify({ turnId: asked.at(-1)?.turnId, ...event });
        stream?.enqueue(encoder.encode(`event: ${event.kind}\ndata: ${data}\n\n`));
      }
    },
    hangUp: () => {
      stream?.close();
    },
  };
}
