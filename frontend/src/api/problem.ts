// The one error type of the front end. Every failed call - the server's problem document, a proxy's
// HTML page, no connection at all - reaches the screens as a Problem.
import type { ProblemField, Problem as ProblemBody } from './gen/model';

type Body = Partial<ProblemBody>;

/** No answer: the server or the network is unavailable. */
export const NETWORK_ERROR = 'network_error';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isProblemField = (value: unknown): value is ProblemField =>
  isObject(value) &&
  typeof value.field === 'string' &&
  typeof value.code === 'string' &&
  typeof value.message === 'string';

/**
 * `message` follows the product's generic rule ('{status}: {message}'), for logs and error pages;
 * `userMessage` is the part for the user. `body` keeps the additional members of the problem document
 * (`currentStatus`, `conflict`).
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly userMessage: string;
  readonly errors: readonly ProblemField[];
  readonly trialExpired: boolean;
  readonly body: Body;
  /** How many seconds to wait before another try, if the server specified it. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, userMessage: string, body: Body = {}, retryAfter?: number) {
    super(`${String(status)}: ${userMessage}`);
    this.status = status;
    this.code = code;
    this.userMessage = userMessage;
    this.errors = body.errors ?? [];
    this.trialExpired = body.trialExpired ?? false;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/**
 * Reads a failed response: a problem document if there is one, otherwise the raw body, otherwise the status
 * text. A gateway's HTML page is never shown: the message then depends on the status alone.
 */
export async function problemFrom(response: Response): Promise<Problem> {
  const raw = await response.text().catch(() => '');
  const json = parseJson(raw);
  const wait = seconds(response.headers.get('Retry-After'));
  if (!isObject(json)) {
    const words = isPage(response, raw) ? aboutStatus(response.status) : raw || response.statusText;
    return new Problem(response.status, `http_${String(response.status)}`, words, {}, wait);
  }
  const errors = Array.isArray(json.errors) ? json.errors.filter(isProblemField) : [];
  const body: Body = { ...json, errors, trialExpired: json.trialExpired === true };
  return new Problem(
    response.status,
    text(json.code) ?? `http_${String(response.status)}`,
    text(json.message) ?? text(json.title) ?? response.statusText,
    body,
    wait,
  );
}

/** HTML or XML, by its type or, if that is missing or wrong, by its beginning. */
const isPage = (response: Response, raw: string): boolean =>
  /^(text\/html|application\/xhtml\+xml|(text|application)\/xml)\b/i.test(
    response.headers.get('Content-Type')?.trim() ?? '',
  ) || /^\s*<[a-z!?]/i.test(raw);

function aboutStatus(status: number): string {
  if (status === 413) return 'This is too large to be sent.';
  if (status === 429) return 'Too many requests. Please wait a moment and try again.';
  if (status >= 500) return 'Proffer cannot be reached just now. Please try again in a moment.';
  return 'The request could not be handled. Please try again.';
}

export const networkProblem = (): Problem =>
  new Problem(
    0,
    NETWORK_ERROR,
    navigator.onLine
      ? 'Proffer could not be reached. Check your connection and try again.'
      : 'You are offline. Try again when the connection is back.',
  );

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** A storage did not accept a file, with any status. */
export const UPLOAD_REFUSED = 'upload_refused';

/**
 * True if the call failed because the session has ended (not because a password or an upload was
 * wrong).
 */
export const isSignedOut = (error: unknown): boolean =>
  isProblem(error) && error.status === 401 && !['invalid_credentials', UPLOAD_REFUSED].includes(error.code);

/** The message for any failure; `fallback` is the specification's wording for the action. */
export const userMessage = (error: unknown, fallback: string): string =>
  isProblem(error) && error.userMessage !== '' ? error.userMessage : fallback;

/** Our server sends seconds; a proxy's date is ignored. */
const seconds = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
