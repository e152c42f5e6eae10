/**
 * The client's selection and its total. Every change asks the server, and the newest request wins;
 * until it answers the last figures stay, and if it does not answer the selection stays too. The
 * selection survives a reload, for the same revision.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ChosenPrices, SharedProposal } from '@/api/gen/model';
import { previewChoices } from '@/api/gen/sharing/sharing';
import { isProblem } from '@/api/problem';
import { keep, recall } from '../lib/storage';
import {
  carriedChoices,
  choiceInputs,
  hasChoices,
  presetChoices,
  sameChoices,
  type Choices,
} from './choices';

export interface Chosen {
  /** Whether there is anything to choose. */
  open: boolean;
  choices: Choices;
  /** The totals of the choices, or the last known ones. */
  prices: ChosenPrices;
  state: 'current' | 'waiting' | 'failed';
  choose: (choices: Choices) => void;
  /** Requests the totals again, even if they are known: after the server disagreed. */
  recount: () => void;
}

interface State {
  sha256: string | undefined;
  choices: Choices;
  /** Counts the requests made by hand. */
  asked: number;
  answer?: { to: Choices; asked: number; prices: ChosenPrices };
  failed?: { to: Choices; asked: number };
}

const storageKey = (sha256: string) => `proffer.choices.${sha256}`;

function stored(sha256: string | undefined): Choices | undefined {
  const text = sha256 === undefined ? undefined : recall('sessionStorage', storageKey(sha256));
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Choices) : undefined;
  } catch {
    return undefined;
  }
}

function begin({ revision, pricing }: SharedProposal, earlier?: Choices): State {
  const before = earlier ?? stored(revision?.sha256);
  return {
    sha256: revision?.sha256,
    choices: before ? carriedChoices(pricing, before) : presetChoices(pricing),
    asked: 0,
  };
}

export function useChoices(token: string, proposal: SharedProposal, onStale: () => Promise<void>): Chosen {
  const [state, setState] = useState(() => begin(proposal));
  // Another revision replaced this one while the page was open: the selection is carried over.
  if (state.sha256 !== proposal.revision?.sha256) setState(begin(proposal, state.choices));

  const { pricing, canAct } = proposal;
  const { choices, asked, sha256 } = state;
  const open = canAct && hasChoices(pricing);
  const unasked = asked === 0 && (!open || sameChoices(pricing, choices, presetChoices(pricing)));
  const current = unasked || (state.answer?.to === choices && state.answer.asked === asked);
  const failed = state.failed?.to === choices && state.failed.asked === asked;

  useEffect(() => {
    if (unasked || sha256 === undefined) return;
    const stop = new AbortController();
    const question = { revisionSha256: sha256, choices: choiceInputs(pricing, choices) };
    previewChoices(token, question, { signal: stop.signal }).then(
      (prices) => {
        if (!stop.signal.aborted) setState((now) => ({ ...now, answer: { to: choices, asked, prices } }));
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (isProblem(error) && error.code === 'stale_revision') void onStale();
        else setState((now) => ({ ...now, failed: { to: choices, asked } }));
      },
    );
    return () => {
      stop.abort();
    };
  }, [token, sha256, pricing, choices, asked, unasked, onStale]);

  const choose = useCallback(
    (next: Choices) => {
      if (sha256 !== undefined) keep('sessionStorage', storageKey(sha256), JSON.stringify(next));
      setState((now) => ({ ...now, choices: next }));
    },
    [sha256],
  );
  const recount = useCallback(() => {
    setState((now) => ({ ...now, asked: now.asked + 1 }));
  }, []);

  const own: ChosenPrices = { pricing, totals: proposal.totals, totalAmount: proposal.totalAmount };
  return {
    open,
    choices,
    prices: unasked ? own : (state.answer?.prices ?? own),
    state: current ? 'current' : failed ? 'failed' : 'waiting',
    choose,
    recount,
  };
}
