// The messages of a conversation: their authors, their grouping, and their announcements.
import type { ChatMessage } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';

export type Author = 'team' | 'assistant' | 'client';

/** Consecutive messages of one author within this time are grouped. */
const TOGETHER_MS = 5 * 60_000;

/** Only messages from the share link have a sender. */
export function authorOf({ role, senderEmail, senderName }: ChatMessage): Author {
  if (role === 'assistant') return 'assistant';
  return senderEmail === undefined && senderName === undefined ? 'team' : 'client';
}

const dayOf = (iso: string) => new Date(iso).toDateString();

/** "Today", "Yesterday", "November 19, 2026". */
export function dayLabel(iso: string, now: Date = new Date()): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const day = dayOf(iso);
  if (day === now.toDateString()) return 'Today';
  return day === yesterday.toDateString() ? 'Yesterday' : formatDate(iso);
}

export interface Placed {
  message: ChatMessage;
  author: Author;
  /** The day, if a new one begins with this message. */
  day?: string;
  /** It continues the previous message of the same author. */
  follows: boolean;
}

export function placed(messages: readonly ChatMessage[], now: Date = new Date()): Placed[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const author = authorOf(message);
    if (before === undefined || dayOf(before.createdAt) !== dayOf(message.createdAt)) {
      return { message, author, day: dayLabel(message.createdAt, now), follows: false };
    }
    const gap = Date.parse(message.createdAt) - Date.parse(before.createdAt);
    const same =
      authorOf(before) === author &&
      before.senderEmail === message.senderEmail &&
      before.senderName === message.senderName;
    return { message, author, follows: same && gap < TOGETHER_MS };
  });
}

interface Question {
  turnId: string;
  message: string;
  askedAt: string;
}

/** The conversation with an answer at its end, after its question. */
export function withAnswer(
  known: readonly ChatMessage[],
  { turnId, message, askedAt }: Question,
  answer: ChatMessage,
  questionId = turnId,
): ChatMessage[] {
  const others = known.filter(({ id }) => id !== answer.id);
  const asked = others.some((one) => one.turnId === turnId);
  const question: ChatMessage = {
    id: questionId,
    role: 'user',
    content: message,
    madeChanges: false,
    changes: [],
    pricing: [],
    titles: [],
    turnId,
    turnStatus: 'done',
    createdAt: askedAt,
  };
  return [
    ...others.map((one): ChatMessage => (one.turnId === turnId ? { ...one, turnStatus: 'done' } : one)),
    ...(asked ? [] : [question]),
    answer,
  ];
}

/** The announcement of an answer for screen readers: once, when it is complete. */
export function announcement({ content, changes, pricing }: ChatMessage): string {
  const count = changes.length + (pricing.length > 0 ? 1 : 0);
  const changed = count === 0 ? '' : count === 1 ? ' 1 change to review.' : ` ${count} changes to review.`;
  return `The assistant: ${content.replaceAll(/[*_`#>]+/g, '')}${changed}`;
}
