// The conversation about a proposal: the messages, the turn in progress, and the unsent text.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  getGetUsageQueryKey,
  getListChatMessagesQueryKey,
  useListChatMessages,
} from '@/api/gen/assistant/assistant';
import type { ChatEvent, ChatMessage, Proposal } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { isProblem, isSignedOut, NETWORK_ERROR, userMessage } from '@/api/problem';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';
import { followTurn } from './follow-turn';
import { useKeptWords, type FailedQuestion } from './kept-words';
import { announcement, withAnswer } from './messages';
import { newTurn, withEvent, type Turn } from './turn';

export const USAGE_EXCEEDED = 'usage_exceeded';
const SEND_FAILED = { title: 'Error', description: 'Failed to send message. Please try again.' };
/**
 * It is unknown whether the question arrived: repeated as the same turn, it is not charged twice.
 */
const UNKNOWN = new Set([NETWORK_ERROR, 'left']);

interface Question {
  turnId: string;
  message: string;
  askedAt: string;
}

export function useConversation({ id }: Proposal, editable: boolean) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const { data: messages, error, refetch } = useListChatMessages(id);
  const kept = useKeptWords(id);
  const follow = useMutation({ mutationFn: followTurn });
  const [turn, setTurn] = useState<Turn | null>(null);
  /** The announcement for screen readers. */
  const [said, setSaid] = useState('');
  const stream = useRef<AbortController | null>(null);
  const listKey = getListChatMessagesQueryKey(id);
  const asked = new Map(messages?.map((message) => [message.turnId, message]));
  // Once the answer is among the messages, it is not shown a second time.
  const live = turn !== null && asked.get(turn.id)?.turnStatus !== 'done' ? turn : null;

  const fail = ({ turnId, message, askedAt }: Question, cause: { reason: string; code: string }) => {
    kept.fail({ turnId, message, askedAt, ...cause });
    setSaid('');
    void queryClient.invalidateQueries({ queryKey: listKey });
  };

  const refuse = (question: Question, cause: unknown) => {
    if (isSignedOut(cause)) {
      kept.fail({ ...question, reason: 'You were signed out.', code: 'signed_out' });
      return;
    }
    const code = isProblem(cause) ? cause.code : 'unknown';
    fail(question, { code, reason: userMessage(cause, SEND_FAILED.description) });
    // The limit is explained in the panel, with a link to the usage.
    if (code !== USAGE_EXCEEDED) toastFailure(cause, SEND_FAILED);
  };

  const finish = async (question: Question, { kind, message, code, problem, questionId }: ChatEvent) => {
    if (kind === 'failed') {
      fail(question, { code: code ?? 'unknown', reason: problem ?? SEND_FAILED.description });
      if (code !== USAGE_EXCEEDED) showToast({ ...SEND_FAILED, variant: 'destructive' });
      return;
    }
    await queryClient.cancelQueries({ queryKey: listKey });
    if (message !== undefined) {
      queryClient.setQueryData<ChatMessage[]>(listKey, (known = []) =>
        withAnswer(known, question, message, questionId),
      );
      setSaid(announcement(message));
    }
    if (message?.madeChanges === true) {
      await session.reload();
      showToast({ title: 'Changes applied', description: 'Your proposal has been updated.' });
      void invalidateLists(queryClient);
    }
    void queryClient.invalidateQueries({ queryKey: listKey });
    void queryClient.invalidateQueries({ queryKey: getGetUsageQueryKey() });
  };

  const run = async (question: Question, resumed: boolean) => {
    const { turnId, message } = question;
    const controller = new AbortController();
    const { signal } = controller;
    stream.current?.abort();
    stream.current = controller;
    let received = resumed;
    kept.forget(turnId);
    setTurn(newTurn(turnId, message, question.askedAt));
    setSaid('The assistant is working on it. A reply may take up to a minute.');
    try {
      if (!resumed && !(await session.flush())) {
        fail(question, {
          code: 'unsaved',
          reason:
            'Your latest edits to the document could not be saved, so your message was not sent. Save them first, then try again.',
        });
        return;
      }
      signal.throwIfAborted();
      const last = await follow.mutateAsync({
        proposalId: id,
        turnId,
        message,
        signal,
        onEvent: (event) => {
          received = true;
          setTurn((shown) => shown && withEvent(shown, event));
        },
        onLost: (lost) => {
          setTurn((shown) => (shown === null || shown.lost === lost ? shown : { ...shown, lost }));
          if (lost) setSaid('Connection lost, reconnecting…');
        },
      });
      await finish(question, last);
    } catch (cause) {
      if (!signal.aborted) refuse(question, cause);
      // The panel is closed. Whether the server has the question becomes visible when it is opened again.
      else if (!received) kept.fail({ ...question, code: 'left', reason: 'You left before it was sent.' });
    } finally {
      if (!signal.aborted) {
        stream.current = null;
        setTurn(null);
      }
    }
  };

  // A turn that started before this page was opened, or whose connection was lost.
  const running = editable ? messages?.findLast(({ turnStatus }) => turnStatus === 'running') : undefined;
  const resume = ({ turnId, content, createdAt }: ChatMessage) => {
    if (turnId !== undefined) void run({ turnId, message: content, askedAt: createdAt }, true);
  };
  const resumeRunning = useEffectEvent(() => {
    if (running !== undefined && (stream.current === null || stream.current.signal.aborted)) resume(running);
  });
  const runningTurn = running?.turnId;
  useEffect(() => {
    if (runningTurn !== undefined) resumeRunning();
  }, [runningTurn]);

  // Leaving closes the stream, but not the turn. Its state is requested when the panel is opened again.
  const leave = useEffectEvent(() => {
    if (stream.current === null) return;
    stream.current.abort();
    void queryClient.invalidateQueries({ queryKey: listKey });
  });
  useEffect(
    () => () => {
      leave();
    },
    [],
  );

  const askAs = (turnId: string, message: string) => {
    void run({ turnId, message, askedAt: new Date().toISOString() }, false);
  };

  return {
    messages,
    error,
    refetch,
    said,
    live,
    typed: kept.typed,
    type: kept.type,
    /** Questions that did not reach the server; one that has just failed is shown as the live one until that ends. */
    failed: kept.failed.filter(({ turnId }) => !asked.has(turnId) && turnId !== live?.id),
    /** The locally known reason why a question was not answered. */
    failureOf: (turnId: string | undefined) => kept.failed.find((one) => one.turnId === turnId),
    ask: (message: string) => {
      kept.type('');
      askAs(crypto.randomUUID(), message);
    },
    askAgain: ({ turnId, message, code }: FailedQuestion) => {
      kept.forget(turnId);
      askAs(UNKNOWN.has(code) && !asked.has(turnId) ? turnId : crypto.randomUUID(), message);
    },
    resume,
    /** Puts a question back into the input, after the text that is typed there. */
    edit: ({ turnId, message }: FailedQuestion) => {
      kept.forget(turnId);
      kept.type(kept.typed.trim() === '' ? message : `${kept.typed}\n${message}`);
    },
  };
}

export type Conversation = ReturnType<typeof useConversation>;
