// One call as one or several requests: authentication, time limit, and safe retries.
import { errorFrom, isProfferError, ProfferError } from './error.js';
import type { CallOptions, Send, Sent } from './request.js';

export interface ProfferOptions {
  /** The site's address, such as `https://proffer.example`. */
  baseUrl: string | URL;
  /** A key created in the settings. Share links need none. */
  apiKey?: string;
  /** Another `fetch`, for a proxy or a test. */
  fetch?: typeof fetch;
  /** The number of retries of a call if they are safe; 3 by default. */
  retries?: number;
  /** The time limit of a call in milliseconds, including retries and waits; 120,000 by default. */
  timeout?: number;
}

const RETRIES = 3;
/** The server gives a model 90 seconds. */
const TIMEOUT_MS = 120_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

/** Idempotent methods (RFC 9110, section 9.2.2). */
const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];
/** The request was not executed, or that is unknown; a retry may succeed. */
const PASSING = [502, 503, 504];

/** Opens no connection: each call is sent separately. */
export function connect({
  baseUrl,
  apiKey,
  fetch,
  retries = RETRIES,
  timeout = TIMEOUT_MS,
}: ProfferOptions): Send {
  const base = String(baseUrl).replace(/\/+$/, '');
  // Looked up at each call, so that later instrumentation is used too.
  const send: typeof globalThis.fetch = (...request) => (fetch ?? globalThis.fetch)(...request);

  return async <Body>(
    sent: Sent,
    options: CallOptions,
    heard?: (response: Response) => void,
  ): Promise<Body> => {
    const limit = options.timeout ?? timeout;
    const deadline = Date.now() + limit;
    const signal = withTimeout(limit, options.signal);
    const headers = headersOf(sent, options, apiKey);
    const repeatable = IDEMPOTENT.includes(sent.method) || headers.has('Idempotency-Key');
    const init: RequestInit = { method: sent.method, headers, signal };
    if (sent.data !== undefined) init.body = JSON.stringify(sent.data);

    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await send(`${base}${sent.url}${queryOf(sent)}`, init);
        if (!response.ok) throw await errorFrom(response);
        const body = (await bodyOf(response, sent)) as Body;
        heard?.(response);
        return body;
      } catch (cause) {
        // A call that is aborted by its signal fails with the signal's reason, as `fetch` does.
        options.signal?.throwIfAborted();
        const error = failure(cause, signal);
        const wait = attempt < retries ? waitBefore(error, attempt, repeatable) : undefined;
        if (wait === undefined || Date.now() + wait > deadline) throw error;
        await pause(wait, signal);
      }
    }
  };
}

/** The pause before a retry, in milliseconds; undefined if there is none. */
function waitBefore(error: ProfferError, attempt: number, repeatable: boolean): number | undefined {
  const { code, status, retryAfter } = error;
  // A rate-limited request was not executed. Without `Retry-After` waiting does not help: a quota
  // is used up.
  const turnedAway = status === 429 || code === 'idempotency_in_progress';
  const again = turnedAway
    ? retryAfter !== undefined
    : repeatable && (code === 'network_error' || PASSING.includes(status));
  if (!again) return undefined;
  const step = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  // With jitter, because many clients may have been refused at once.
  return (retryAfter ?? 0) * 1000 + step * (0.5 + Math.random() / 2);
}

function headersOf(
  { method, url, headers, responseType }: Sent,
  options: CallOptions,
  apiKey?: string,
): Headers {
  const all = new Headers(headers);
  all.set('Accept', responseType === 'blob' ? '*/*' : 'application/json');
  // Such a link is the permission and the request has no session: the server stores no answers to
  // replay for it.
  if (apiKey === undefined || url.startsWith('/api/shared/')) return all;
  all.set('Authorization', `Bearer ${apiKey}`);
  if (method === 'POST') all.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
  return all;
}

function queryOf({ params }: Sent): string {
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? '' : `?${query.toString()}`;
}

async function bodyOf(response: Response, { responseType }: Sent): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (responseType === 'blob') return response.blob();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The answer is not JSON. Is baseUrl the address of the site?';
    throw new ProfferError('unexpected_answer', message, { status: response.status, cause });
  }
}

function failure(cause: unknown, signal: AbortSignal): ProfferError {
  if (isProfferError(cause)) return cause;
  return signal.aborted
    ? new ProfferError('timeout', 'The call took too long.', { cause })
    : new ProfferError('network_error', 'The server could not be reached.', { cause });
}

const withTimeout = (limit: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])]);

/** Resolves after this time, or when the signal is aborted; the caller checks the signal next. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
