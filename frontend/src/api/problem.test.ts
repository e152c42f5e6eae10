import { describe, expect, it } from 'vitest';
import { isSignedOut, Problem, problemFrom, userMessage } from './problem';

const problemJson = (body: object, status: number) => new Response(JSON.stringify(body), { status });

describe('problemFrom', () => {
  it('reads the problem document', async () => {
    const problem = await problemFrom(
      problemJson(
        {
          code: 'validation_failed',
          message: 'Please correct the marked fields.',
          errors: [{ field: 'email', code: 'invalid', message: 'Invalid email address' }],
          requestId: 'r-1',
        },
        422,
      ),
    );
    expect(problem.message).toBe('422: Please correct the marked fields.');
    expect(problem.userMessage).toBe('Please correct the marked fields.');
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors).toEqual([{ field: 'email', code: 'invalid', message: 'Invalid email address' }]);
    expect(problem.body.requestId).toBe('r-1');
    expect(problem.trialExpired).toBe(false);
  });

  it('carries trialExpired', async () => {
    const problem = await problemFrom(
      problemJson({ message: 'Your trial has expired', trialExpired: true }, 402),
    );
    expect(problem.trialExpired).toBe(true);
  });

  it.each([
    ['120', 120],
    [null, undefined],
    ['Fri, 20 Nov 2026 12:00:00 GMT', undefined],
  ])('reads how long to wait from %j', async (header, wait) => {
    const headers: HeadersInit = header === null ? {} : { 'Retry-After': header };
    const problem = await problemFrom(new Response('{"message":"Slow down."}', { status: 429, headers }));
    expect(problem.retryAfter).toBe(wait);
  });

  it('keeps the raw body when it is not JSON', async () => {
    const problem = await problemFrom(new Response('upstream timed out', { status: 502 }));
    expect(problem.message).toBe('502: upstream timed out');
    expect(problem.code).toBe('http_502');
  });

  const page = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
  it.each([
    ['text/html', page, 502, 'Proffer cannot be reached just now. Please try again in a moment.'],
    [
      'text/html; charset=UTF-8',
      'Bad gateway',
      504,
      'Proffer cannot be reached just now. Please try again in a moment.',
    ],
    ['application/xml', '<Error/>', 413, 'This is too large to be sent.'],
    ['text/plain', `\n<!DOCTYPE html>${page}`, 429, 'Too many requests. Please wait a moment and try again.'],
    ['text/plain', page, 403, 'The request could not be handled. Please try again.'],
  ])('says in words of its own what a page of %s with %j says', async (type, body, status, words) => {
    const problem = await problemFrom(new Response(body, { status, headers: { 'Content-Type': type } }));
    expect(problem.userMessage).toBe(words);
    expect(problem.message).toBe(`${String(status)}: ${words}`);
    expect(problem.code).toBe(`http_${String(status)}`);
  });

  it('falls back to the status text', async () => {
    const problem = await problemFrom(new Response('', { status: 503, statusText: 'Service Unavailable' }));
    expect(problem.message).toBe('503: Service Unavailable');
  });

  it('drops malformed field errors', async () => {
    const problem = await problemFrom(problemJson({ message: 'No', errors: [{ field: 1 }, 'x', null] }, 422));
    expect(problem.errors).toEqual([]);
  });
});

describe('isSignedOut', () => {
  it('tells an ended session from a wrong password', () => {
    expect(isSignedOut(new Problem(401, 'unauthenticated', 'Unauthorized'))).toBe(true);
    expect(isSignedOut(new Problem(401, 'invalid_credentials', 'Invalid email or password'))).toBe(false);
    expect(isSignedOut(new Problem(403, 'forbidden', 'No'))).toBe(false);
    expect(isSignedOut(new Error('401: Unauthorized'))).toBe(false);
  });
});

describe('userMessage', () => {
  it('prefers the message of the server', () => {
    expect(userMessage(new Problem(409, 'x', 'Already there.'), 'Failed.')).toBe('Already there.');
    expect(userMessage(new Error('boom'), 'Failed.')).toBe('Failed.');
    expect(userMessage(new Problem(500, 'x', ''), 'Failed.')).toBe('Failed.');
  });
});
