/** Sends the client's response and updates the page with the result. The input is kept. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { sharedProposalAction } from '@/api/gen/sharing/sharing';
import { NETWORK_ERROR, isProblem, userMessage, type Problem } from '@/api/problem';
import { choiceInputs } from '../choices/choices';
import type { Chosen } from '../choices/use-choices';
import { joinTabs, type OtherTabs } from './other-tabs';
import {
  EMPTY_FORM,
  actionInput,
  findProblems,
  problemsFrom,
  stepsOf,
  type Answer,
  type AnswerForm,
  type FormProblem,
  type Step,
} from './answer-form';

const FAILED = 'Failed to process action';

interface Args {
  token: string;
  proposal: SharedProposal;
  chosen: Chosen;
  /** Fetches the proposal again, if possible, and shows it. */
  reload: () => Promise<unknown>;
  update: (proposal: SharedProposal) => void;
  onStale: () => Promise<void>;
}

export interface AnswerState {
  form: AnswerForm;
  change: (part: Partial<AnswerForm>) => void;
  steps: Step[];
  problems: readonly FormProblem[];
  /** The server's message for the last attempt, if it failed as a whole. */
  failure: string | undefined;
  /** The total on the screen when the server computed another one: to be confirmed again. */
  mismatch: string | undefined;
  busy: boolean;
  /** The last accepted response, and its message. */
  answered: { action: Answer; message: string } | undefined;
  /** Marks the errors of a step, or of all steps; returns true if there are none. */
  check: (step?: Step) => boolean;
  submit: () => Promise<void>;
}

export function useAnswer({ token, proposal, chosen, reload, update, onStale }: Args): AnswerState {
  const [form, setForm] = useState<AnswerForm>(EMPTY_FORM);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [failure, setFailure] = useState<string>();
  const [mismatch, setMismatch] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<AnswerState['answered']>();
  const steps = stepsOf(proposal);

  // Answered in another tab: this one shows the result.
  const tabs = useRef<OtherTabs>(undefined);
  // A layout effect: another tab is heard from the moment at which the proposal is on the screen.
  useLayoutEffect(() => {
    const joined = joinTabs(token, () => {
      void reload();
    });
    tabs.current = joined;
    return joined.leave;
  }, [token, reload]);

  const change = (part: Partial<AnswerForm>) => {
    setFailure(undefined);
    const next = { ...form, ...part };
    setForm(next);
    // Errors of corrected fields disappear.
    const left = findProblems(next, steps, chosen.state);
    setProblems((shown) =>
      shown.filter(({ step, title }) => left.some((each) => each.step === step && each.title === title)),
    );
  };

  const check = (step?: Step) => {
    const found = findProblems(form, steps, chosen.state).filter((each) => !step || each.step === step);
    setProblems(found);
    return found.length === 0;
  };

  const refused = async (problem: Problem) => {
    switch (problem.code) {
      case 'stale_revision':
        // Terms and consent belonged to the other revision.
        setForm((typed) => ({ ...typed, readTerms: false, consent: false }));
        await onStale();
        return;
      case 'totals_mismatch':
        setMismatch(chosen.prices.totalAmount);
        if (chosen.open) chosen.recount();
        else await reload();
        return;
      case 'invalid_transition':
        setFailure(problem.userMessage);
        await reload();
        return;
    }
    const atFields = problemsFrom(problem.errors);
    setProblems(atFields);
    if (atFields.length === 0) {
      setFailure(problem.code === NETWORK_ERROR ? FAILED : userMessage(problem, FAILED));
    }
  };

  const submit = async () => {
    if (busy || !check()) return;
    setFailure(undefined);
    setMismatch(undefined);
    setBusy(true);
    try {
      const { prices, choices, open } = chosen;
      const result = await sharedProposalAction(
        token,
        actionInput(form, proposal, {
          choices: open ? choiceInputs(proposal.pricing, choices) : [],
          totalAmount: prices.totalAmount,
        }),
      );
      const { message, status, signedAt, signedByName } = result;
      update({
        ...proposal,
        ...(form.action === 'accept' && prices),
        status,
        canAct: form.action === 'request_changes' && proposal.canAct,
        ...(signedAt !== undefined && { signedAt }),
        ...(signedByName !== undefined && { signedByName }),
      });
      setForm((typed) => ({ ...EMPTY_FORM, name: typed.name, email: typed.email, action: typed.action }));
      setAnswered({ action: form.action, message });
      tabs.current?.tell();
    } catch (error) {
      if (!isProblem(error)) throw error;
      await refused(error);
    } finally {
      setBusy(false);
    }
  };

  return { form, change, steps, problems, failure, mismatch, busy, answered, check, submit };
}
