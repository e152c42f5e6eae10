import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time';

const now = new Date('2026-11-20T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-20T11:59:31Z', 'just now'],
    ['2026-11-20T12:00:20Z', 'just now'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T10:30:00Z', '1 hour ago'],
    ['2026-11-19T12:00:00Z', 'yesterday'],
    ['2026-11-15T12:00:00Z', '5 days ago'],
    ['2026-11-06T12:00:00Z', '2 weeks ago'],
    ['2026-08-20T12:00:00Z', '3 months ago'],
    ['2024-11-19T12:00:00Z', '2 years ago'],
    ['2026-11-22T12:00:00Z', 'in 2 days'],
  ])('says of %s: %s', (iso, text) => {
    expect(relativeTime(iso, now)).toBe(text);
  });
});
