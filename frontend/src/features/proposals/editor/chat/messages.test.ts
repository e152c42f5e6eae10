import { describe, expect, it } from 'vitest';
import { answer, plainAnswer, question } from '@/test/chat-data';
import { changeRequest } from '@/test/proposal-data';
import { announcement, authorOf, dayLabel, placed, withAnswer } from './messages';

const at = (createdAt: string) => ({ ...question, createdAt });

describe('messages', () => {
  it('are of the team, the assistant or the client', () => {
    expect([question, answer, changeRequest].map(authorOf)).toEqual(['team', 'assistant', 'client']);
  });

  it('stand together by author, time and day', () => {
    const now = new Date(2026, 10, 21, 12);
    const list = placed(
      [
        at(new Date(2026, 10, 19, 9, 0).toISOString()),
        at(new Date(2026, 10, 19, 9, 4).toISOString()),
        at(new Date(2026, 10, 19, 9, 30).toISOString()),
        { ...answer, createdAt: new Date(2026, 10, 19, 9, 31).toISOString() },
        { ...changeRequest, createdAt: new Date(2026, 10, 20, 0, 1).toISOString() },
        { ...changeRequest, senderName: 'Jo', createdAt: new Date(2026, 10, 20, 0, 2).toISOString() },
        at(new Date(2026, 10, 21, 0, 1).toISOString()),
      ],
      now,
    );
    expect(list.map(({ follows }) => follows)).toEqual([false, true, false, false, false, false, false]);
    expect(list.map(({ day }) => day)).toEqual([
      'November 19, 2026',
      undefined,
      undefined,
      undefined,
      'Yesterday',
      undefined,
      'Today',
    ]);
    expect(dayLabel(now.toISOString(), now)).toBe('Today');
  });

  it('take an answer behind its question, once', () => {
    const asked = { turnId: 't1', message: 'Shorter', askedAt: '2026-11-21T09:00:00.000Z' };
    const list = withAnswer([changeRequest], asked, answer, 'q1');
    expect(list.map(({ id }) => id)).toEqual([changeRequest.id, 'q1', answer.id]);
    expect(list[1]).toMatchObject({ content: 'Shorter', turnStatus: 'done' });
    const known = { ...question, turnId: 't1', turnStatus: 'running' as const };
    expect(withAnswer([known, answer], asked, answer).map(({ id }) => id)).toEqual([known.id, answer.id]);
    expect(withAnswer([known], asked, answer)[0]?.turnStatus).toBe('done');
  });

  it('are said without their marks', () => {
    expect(announcement(plainAnswer)).toBe('The assistant: Nothing to do.');
    expect(announcement(answer)).toBe('The assistant: I added a timeline. 2 changes to review.');
    expect(announcement({ ...plainAnswer, pricing: [{ wording: 'added', text: '$1' }] })).toContain(
      ' 1 change ',
    );
  });
});
