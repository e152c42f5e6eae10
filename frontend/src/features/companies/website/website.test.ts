import { describe, expect, it, test } from 'vitest';
import { networkProblem, Problem } from '@/api/problem';
import { shortAddress, withScheme } from './address';
import { failureText } from './failure';
import { progressAt } from './stages';

test.each([
  ['harbor.example', 'https://harbor.example'],
  ['  harbor.example/work ', 'https://harbor.example/work'],
  ['http://harbor.example', 'http://harbor.example'],
  ['HTTPS://harbor.example', 'HTTPS://harbor.example'],
  ['', ''],
])('%j is the address %j', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});

test.each([
  ['https://www.harbor.example/about/', 'harbor.example/about'],
  ['https://harbor.example', 'harbor.example'],
  ['https://harbor.example:8443/a?b=c', 'harbor.example:8443/a'],
  ['no address', 'no address'],
])('%j is shown as %j', (url, shown) => {
  expect(shortAddress(url)).toBe(shown);
});

describe('progress', () => {
  it('moves on within a stage, waits at its end, and never passes 90', () => {
    expect(progressAt(0, 0)).toBe(0);
    expect(progressAt(0, 1875)).toBeCloseTo(11.25);
    expect(progressAt(0, 60_000)).toBe(22.5);
    expect(progressAt(1, 0)).toBe(22.5);
    expect(progressAt(3, 3750)).toBe(90);
    expect(progressAt(3, 600_000)).toBe(90);
  });
});

test.each([
  [new Problem(429, 'rate_limited', 'Slow down.'), /^AI usage limit reached/],
  [new Problem(402, 'usage_limit_reached', 'Your usage limit is reached.'), /^AI usage limit reached/],
  [
    new Problem(402, 'trial_expired', 'Your trial has expired. Please upgrade', { trialExpired: true }),
    /^Your trial has expired\. Please upgrade$/,
  ],
  [networkProblem(), /^Unable to access your website/],
  [new Problem(200, 'website_unreachable', 'It does not answer.'), /^Unable to access your website/],
  [new Problem(200, 'assistant_timeout', 'The assistant did not answer.'), /^Website took too long/],
  [new Problem(504, 'http_504', ''), /^Website took too long/],
  [new Problem(500, 'internal', 'Something broke.'), /^We couldn't automatically fill/],
  [new TypeError('x is not a function'), /^We couldn't automatically fill/],
])('%o has its words', (error, words) => {
  expect(failureText(error)).toMatch(words);
});
