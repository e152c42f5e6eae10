// Chat text that the server does not have: unsent input, and questions that did not arrive. Kept
// for this browser tab, so that closing the panel or a reload loses nothing.
import { useRef, useState } from 'react';
import { tabDrafts } from '@/shared/session/drafts';
import { useMember } from '@/shared/session/session';

/** A question that was not answered. */
export interface FailedQuestion {
  turnId: string;
  message: string;
  /** The reason, as a message for the user. */
  reason: string;
  /** The stable code of the reason. */
  code: string;
  askedAt: string;
}

export interface KeptWords {
  typed: string;
  failed: readonly FailedQuestion[];
}

const NOTHING: KeptWords = { typed: '', failed: [] };
const nameOf = (proposalId: string) => `chat.${proposalId}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isFailedQuestion = (value: unknown): value is FailedQuestion =>
  isRecord(value) &&
  [value.turnId, value.message, value.reason, value.code, value.askedAt].every(
    (field) => typeof field === 'string',
  );

function read(stored: unknown): KeptWords {
  if (!isRecord(stored)) return NOTHING;
  return {
    typed: typeof stored.typed === 'string' ? stored.typed : '',
    failed: Array.isArray(stored.failed) ? stored.failed.filter(isFailedQuestion) : [],
  };
}

export function useKeptWords(proposalId: string) {
  const user = useMember();
  const name = nameOf(proposalId);
  const [kept, setKept] = useState(() => read(tabDrafts.load(name, user)));
  const latest = useRef(kept);
  // Saved at once, not on the next render: the panel may be closed by then.
  const change = (next: (kept: KeptWords) => KeptWords) => {
    latest.current = next(latest.current);
    const { typed, failed } = latest.current;
    if (typed === '' && failed.length === 0) tabDrafts.clear(name, user);
    else tabDrafts.save(name, user, latest.current);
    setKept(latest.current);
  };
  return {
    ...kept,
    type: (typed: string) => {
      change((before) => ({ ...before, typed }));
    },
    fail: (question: FailedQuestion) => {
      change((before) => ({ ...before, failed: [...before.failed, question] }));
    },
    /** The question is asked again, or is back in the input. */
    forget: (turnId: string) => {
      change((before) => ({ ...before, failed: before.failed.filter((one) => one.turnId !== turnId) }));
    },
  };
}
