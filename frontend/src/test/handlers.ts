// Handlers that the generated ones do not cover: failures, and being signed out.
import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ProblemField, Problem, StaleField } from '@/api/gen/model';

interface Failure {
  status: number;
  code: string;
  message: string;
  errors?: ProblemField[];
  trialExpired?: boolean;
  /** The seconds of the Retry-After header. */
  retryAfter?: number;
}

/** Answers one call with a problem document, like the server. */
export const failing = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  failure: Failure,
): HttpHandler =>
  http[method](`*${path}`, () => {
    const { retryAfter, ...body } = failure;
    const problem: Problem = { type: 'about:blank', title: failure.code, requestId: 'test', ...body };
    return HttpResponse.json(problem, {
      status: failure.status,
      headers: {
        'Content-Type': 'application/problem+json',
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      },
    });
  });

/** The response if another session has changed the same fields. */
export const stale = (etag: string, fields: StaleField[]) => ({
  status: 409,
  code: 'stale_record',
  message: 'Someone else changed the same fields in the meantime.',
  staleRecord: { etag, fields },
});

/** No response at all, as without a network. */
export const unreachable = (method: 'get' | 'post' | 'put' | 'delete', path: string): HttpHandler =>
  http[method](`*${path}`, () => HttpResponse.error());

export const signedOut = failing('get', '/api/auth/user', {
  status: 401,
  code: 'unauthenticated',
  message: 'Unauthorized',
});
