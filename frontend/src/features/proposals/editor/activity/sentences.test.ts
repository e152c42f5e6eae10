import { describe, expect, it } from 'vitest';
import { event } from '@/test/activity-data';
import { daysOf, duration, reasonInWords, sentenceOf } from './sentences';

const say = (...parts: Parameters<typeof event>) => {
  const { who, what } = sentenceOf(event(...parts));
  return [who, what].filter(Boolean).join(' ');
};
const client = { actor: 'client', actorName: 'Mia Öz' } as const;
const unnamed = { actorName: undefined } as const;

describe('what happened, as a sentence', () => {
  it.each([
    ['created', {}, 'Ada Berg created the proposal'],
    ['copied', {}, 'Ada Berg created it as a copy of another proposal'],
    ['drafted', { actor: 'assistant', ...unnamed }, 'The assistant wrote the draft'],
    ['edited', { actor: 'assistant', ...unnamed }, 'The assistant edited it'],
    ['edited', { actor: 'api_client', ...unnamed }, 'An integration edited it'],
    ['amount_confirmed', {}, 'Ada Berg confirmed a price'],
    ['claims_accepted', {}, 'Ada Berg accepted claims in the text'],
    ['shared', {}, 'Ada Berg created a link to it'],
    ['link_revoked', {}, 'Ada Berg revoked the link'],
    ['sent', { revisionNumber: 2 }, 'Ada Berg sent revision 2'],
    ['sent', unnamed, 'A member of your team sent it to the client'],
    ['reminded', { actor: 'system', ...unnamed }, 'A scheduled reminder was queued for your client'],
    ['reminded', {}, 'Ada Berg sent a reminder to your client'],
    ['reopened', {}, 'Ada Berg reopened it for editing'],
    [
      'viewed',
      { actor: 'client', ...unnamed, revisionNumber: 1 },
      'A person with the link opened revision 1',
    ],
    ['viewed', client, 'Mia Öz opened it'],
    [
      'changes_requested',
      { ...client, actorName: '', actorEmail: 'm@n.example' },
      'm@n.example asked for changes',
    ],
    [
      'accepted',
      { ...client, revisionNumber: 2 },
      'Mia Öz signed revision 2; it awaits your countersignature',
    ],
    ['signed', { ...client, revisionNumber: 2 }, 'Mia Öz signed revision 2'],
    ['countersigned', {}, 'Ada Berg countersigned it'],
    ['acceptance_recorded', {}, 'Ada Berg recorded an acceptance that was given elsewhere'],
    ['declined', client, 'Mia Öz declined it'],
    ['expired', { actor: 'system', ...unnamed }, 'It expired without an answer'],
    ['downloaded', client, 'Mia Öz downloaded the document'],
    // No event is ever hidden.
    ['rolled_back', {}, 'Ada Berg rolled back'],
  ] as const)('%s', (kind, rest, sentence) => {
    expect(say(1, kind, rest)).toBe(sentence);
  });

  it('gives reasons in words', () => {
    expect(reasonInWords('chose_another')).toBe('They chose another offer');
    expect(reasonInWords('moved_away')).toBe('moved away');
  });
});

describe('the days', () => {
  it('hold a run of the same work as one entry, and what the client did one by one', () => {
    const events = [
      event(7, 'viewed', client),
      event(6, 'viewed', client),
      event(5, 'edited'),
      event(4, 'edited'),
      event(3, 'edited', { actorName: 'Grace Hopper' }),
      event(2, 'sent'),
      event(1, 'created', { at: '2026-11-18T10:00:00.000Z' }),
    ];
    expect(
      daysOf(events).map(({ entries }) => entries.map(({ event: { kind }, count }) => [kind, count])),
    ).toEqual([
      [
        ['viewed', 1],
        ['viewed', 1],
        ['edited', 2],
        ['edited', 1],
        ['sent', 1],
      ],
      [['created', 1]],
    ]);
    expect(sentenceOf(event(5, 'edited'), 2).what).toBe('edited it, 2 times');
  });
});

it.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [3_780_000, '1 h 3 min'],
])('%i ms are %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});
