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
   * The stable reason, to act on: the server's, such as `validation_failed`, or `network_error` (no answer), `timeout`,
   * `unexpected_answer` (not the API's; a proxy's, perhaps) and `drafting_failed`.
   */
  readonly code: string;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Each field at fault. */
  readonly errors: readonly ProblemField[];
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** After how many seconds another attempt may help, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, for what only some errors say: `conflict`, `currentStatus`, `currentTotal`, ... */
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

  /** What is wrong with a field. */
  field(name: string): ProblemField | undefined {
    return this.errors.find(({ field }) => field === name);
  }
}

/** Whether that is what a call of this client has thrown, and for one of these reasons where some are named. */
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
