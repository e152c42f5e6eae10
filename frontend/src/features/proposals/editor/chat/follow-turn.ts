// Asks the assistant and follows its answer to the end. A connection that breaks is made again with the same turn: the
// server finds the answer by it, brings its events again and is not paid twice.
import { getStreamChatUrl } from '@/api/gen/assistant/assistant';
import { ChatEventKind, type ChatEvent } from '@/api/gen/model';
import { stream } from '@/api/events';
import { isProblem, NETWORK_ERROR, networkProblem } from '@/api/problem';

/** How long to wait before each new try; the last goes on for all that follow. */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;
/** With nothing heard at all, the person is told soon. */
const TRIES_UNHEARD = 2;
/** Once the assistant is at work, about a minute and a half without a word is waited for. */
const TRIES_HEARD = 10;

/** What a proxy says while the server behind it is started again. */
const AWAY = new Set([502, 503, 504]);

interface Follow {
  proposalId: string;
  turnId: string;
  message: string;
  /** Leaves the stream; the turn goes on. */
  signal: AbortSignal;
  /** Each event once, in order. */
  onEvent: (event: ChatEvent) => void;
  onLost: (lost: boolean) => void;
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The last event: `done` or `failed`. Throws the Problem where the server refuses or stays away. */
export async function followTurn(follow: Follow): Promise<ChatEvent> {
  const { signal, onEvent, onLost, pause = waitFor } = follow;
  let heard = 0;
  let tries = 0;
  for (;;) {
    try {
      for await (const event of eventsOf(follow)) {
        if (event.sequence <= heard) continue;
        heard = event.sequence;
        tries = 0;
        onLost(false);
        onEvent(event);
        if (event.kind === ChatEventKind.done || event.kind === ChatEventKind.failed) return event;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!isBroken(error)) throw error;
    }
    // A stream that ends before its last event was cut off, too.
    signal.throwIfAborted();
    if (tries >= (heard === 0 ? TRIES_UNHEARD : TRIES_HEARD)) throw networkProblem();
    onLost(true);
    await pause(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0, signal);
    tries += 1;
    signal.throwIfAborted();
  }
}

const isBroken = (error: unknown): boolean =>
  isProblem(error) && (error.code === NETWORK_ERROR || AWAY.has(error.status));

async function* eventsOf({ proposalId, turnId, message, signal }: Follow): AsyncGenerator<ChatEvent> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ message, turnId }),
    signal,
  };
  for await (const data of stream(getStreamChatUrl(proposalId), request)) {
    const event = eventFrom(data);
    if (event !== undefined) yield event;
  }
}

/** What is no event of ours is left out, as a newer server may say more than this page knows. */
function eventFrom(data: string): ChatEvent | undefined {
  try {
    const event: unknown = JSON.parse(data);
    return isChatEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

const isChatEvent = (event: unknown): event is ChatEvent =>
  typeof event === 'object' &&
  event !== null &&
  'sequence' in event &&
  typeof event.sequence === 'number' &&
  'kind' in event &&
  typeof event.kind === 'string' &&
  Object.hasOwn(ChatEventKind, event.kind);

/** Waits until the network is back or the wait is cancelled, at the latest. */
function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      window.clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = window.setTimeout(end, milliseconds);
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
}
