// The one error type of all calls: for the server's problem document, a proxy's page, or no answer
// at all.
import type { Problem, ProblemField } from './gen/operations.schemas.js';

interface Details {
  status?: number;
  problem?: Partial<Problem> | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

export class ProfferError extends Error {
  override readonly name = 'ProfferError';
  /**
   * The stable reason code: the server's, such as `validation_failed`, or `network_error` (no
   * answer), `timeout`, `unexpected_answer` (not from the API, perhaps from a proxy) and
   * `drafting_failed`.
   */
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The invalid fields. */
  readonly errors: readonly ProblemField[];
  /** The request id in the server's log. */
  readonly requestId: string | undefined;
  /** After how many seconds a retry may succeed, if the server says so. */
  readonly retryAfter: number | undefined;
  /**
   * The whole problem document, for members of particular errors: `conflict`, `currentStatus`,
   * `currentTotal`, ...
   */
  readonly problem: Partial<Problem> | undefined;

  constructor(
    code: string,
    message: string,
    { status = 0, problem, requestId, retryAfter, cause }: Details = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.errors = problem?.errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }

  /** The error of a field. */
  field(name: string): ProblemField | undefined {
    return this.errors.find(({ field }) => field === name);
  }
}

/** Whether it is an error of this client, and has one of these codes if any are given. */
export const isProfferError = (error: unknown, ...codes: string[]): error is ProfferError =>
  error instanceof ProfferError && (codes.length === 0 || codes.includes(error.code));

/** Reads a failed response. */
export async function errorFrom(response: Response): Promise<ProfferError> {
  const { status, headers } = response;
  const retryAfter = secondsUntil(headers.get('Retry-After'));
  const problem = problemFrom(await response.text());
  const { code = `http_${String(status)}`, message = problem?.title } = problem ?? {};
  return new ProfferError(code, message ?? `The server answered ${String(status)}.`, {
    status,
    problem,
    requestId: headers.get('X-Request-Id') ?? problem?.requestId,
    retryAfter,
  });
}

function problemFrom(text: string): Partial<Problem> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsUntil(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
