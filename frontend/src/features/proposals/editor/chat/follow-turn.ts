// Asks the assistant and follows its answer to the end. After a lost connection the request is repeated with
// the same turn: the server finds the answer by it, replays its events and does not charge again.
import { getStreamChatUrl } from '@/api/gen/assistant/assistant';
import { ChatEventKind, type ChatEvent } from '@/api/gen/model';
import { stream } from '@/api/events';
import { isProblem, NETWORK_ERROR, networkProblem } from '@/api/problem';

/** The back-off before each retry; the last value applies to all further ones. */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;
/** If nothing was received at all, the user is notified soon. */
const RETRIES_WITHOUT_DATA = 2;
/** Once the assistant is working, about a minute and a half of silence is tolerated. */
const RETRIES_AFTER_DATA = 10;

/** The statuses of a proxy while the server behind it restarts. */
const UNAVAILABLE = new Set([502, 503, 504]);

interface Follow {
  proposalId: string;
  turnId: string;
  message: string;
  /** Closes the stream; the turn continues. */
  signal: AbortSignal;
  /** Each event once, in order. */
  onEvent: (event: ChatEvent) => void;
  onLost: (lost: boolean) => void;
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The last event: `done` or `failed`. Throws the Problem if the server refuses or stays unreachable. */
export async function followTurn(follow: Follow): Promise<ChatEvent> {
  const { signal, onEvent, onLost, pause = waitFor } = follow;
  let received = 0;
  let tries = 0;
  for (;;) {
    try {
      for await (const event of eventsOf(follow)) {
        if (event.sequence <= received) continue;
        received = event.sequence;
        tries = 0;
        onLost(false);
        onEvent(event);
        if (event.kind === ChatEventKind.done || event.kind === ChatEventKind.failed) return event;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!isBroken(error)) throw error;
    }
    // A stream that ends before its last event was cut off.
    signal.throwIfAborted();
    if (tries >= (received === 0 ? RETRIES_WITHOUT_DATA : RETRIES_AFTER_DATA)) throw networkProblem();
    onLost(true);
    await pause(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0, signal);
    tries += 1;
    signal.throwIfAborted();
  }
}

const isBroken = (error: unknown): boolean =>
  isProblem(error) && (error.code === NETWORK_ERROR || UNAVAILABLE.has(error.status));

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

/** Unknown events are ignored, because a newer server may send more than this page supports. */
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

/** Waits for the given time, or until the network is back or the wait is cancelled. */
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
