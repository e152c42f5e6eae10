import { describe, expect, it } from 'vitest';
import { trialDaysLeft } from './trial';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('days of trial left', () => {
  it.each([
    ['2026-11-21T12:00:00.001Z', 1],
    ['2026-11-22T12:00:00Z', 1],
    ['2026-11-22T12:00:01Z', 2],
    ['2026-12-05T12:00:00Z', 14],
    ['2026-11-21T12:00:00Z', 0],
    ['2026-11-01T00:00:00Z', 0],
    [undefined, 14],
    ['not a date', 14],
  ])('until %s are %i', (end, days) => {
    expect(trialDaysLeft(end, now)).toBe(days);
  });
});
