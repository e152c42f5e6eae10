import { describe, expect, it } from 'vitest';
import { networkProblem, Problem } from '@/api/problem';
import { serverMessage, waitWords } from './failure-words';

describe('waitWords', () => {
  it.each([
    [0, '1 second'],
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [121, '3 minutes'],
    [5399, '90 minutes'],
    [5400, '2 hours'],
  ])('says of %d seconds: %s', (seconds, words) => {
    expect(waitWords(seconds)).toBe(words);
  });
});

describe('serverMessage', () => {
  it('is what the server said, else the words of the screen', () => {
    expect(serverMessage(new Problem(429, 'rate_limited', 'Too many mails.'), 'Failed')).toBe(
      'Too many mails.',
    );
    expect(serverMessage(new Problem(500, 'internal', ''), 'Failed')).toBe('Failed');
    expect(serverMessage(networkProblem(), 'Failed')).toBe('Failed');
    expect(serverMessage(new Error('boom'), 'Failed')).toBe('Failed');
  });
});
