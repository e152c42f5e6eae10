// Words of the chat that the server does not have: what is typed and not sent, and questions that did not get there. They
// are kept for this browser tab, so that closing the panel or a reload loses nothing.
import { useRef, useState } from 'react';

/** A question that was not answered. */
export interface FailedQuestion {
  turnId: string;
  message: string;
  /** Why, in words for a person. */
  reason: string;
  /** The stable name of the reason. */
  code: string;
  askedAt: string;
}

export interface KeptWords {
  typed: string;
  failed: readonly FailedQuestion[];
}

const NOTHING: KeptWords = { typed: '', failed: [] };
const keyOf = (proposalId: string) => `proffer.chat.${proposalId}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isFailedQuestion = (value: unknown): value is FailedQuestion =>
  isRecord(value) &&
  [value.turnId, value.message, value.reason, value.code, value.askedAt].every(
    (field) => typeof field === 'string',
  );

function load(proposalId: string): KeptWords {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(proposalId)) ?? 'null');
    if (!isRecord(stored)) return NOTHING;
    return {
      typed: typeof stored.typed === 'string' ? stored.typed : '',
      failed: Array.isArray(stored.failed) ? stored.failed.filter(isFailedQuestion) : [],
    };
  } catch {
    // Storage is blocked or holds something else: nothing was kept.
    return NOTHING;
  }
}

function save(proposalId: string, kept: KeptWords): void {
  try {
    if (kept.typed === '' && kept.failed.length === 0) sessionStorage.removeItem(keyOf(proposalId));
    else sessionStorage.setItem(keyOf(proposalId), JSON.stringify(kept));
  } catch {
    // Full or blocked: the chat works without it.
  }
}

export function useKeptWords(proposalId: string) {
  const [kept, setKept] = useState(() => load(proposalId));
  const latest = useRef(kept);
  // Saved at once, not when it is next drawn: the panel may be closed by then.
  const change = (next: (kept: KeptWords) => KeptWords) => {
    latest.current = next(latest.current);
    save(proposalId, latest.current);
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
    /** The question is asked again, or is in the input again. */
    forget: (turnId: string) => {
      change((before) => ({ ...before, failed: before.failed.filter((one) => one.turnId !== turnId) }));
    },
  };
}
