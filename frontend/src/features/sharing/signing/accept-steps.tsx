/** Accepting, in its order: choices, terms, consent, name and signature, sign. A phone shows one step at a time. */
import { Fragment, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import type { Chosen } from '../choices/use-choices';
import type { Step } from './answer-form';
import { ChoicesStep, ConsentStep, DetailsStep, TermsStep } from './steps';
import type { AnswerState } from './use-answer';

export interface StepProps {
  proposal: SharedProposal;
  chosen: Chosen;
  answer: AnswerState;
}

const NAMES: Record<Exclude<Step, 'choices'>, string> = {
  terms: 'Terms',
  consent: 'Consent to sign electronically',
  details: 'Your details and signature',
  sign: 'Sign',
};
const nameOf = (step: Step, open: boolean) => {
  if (step === 'choices') return open ? 'Your choices and the total' : 'The total';
  return NAMES[step];
};

interface Props extends StepProps {
  /** Whether the steps are shown one at a time. */
  oneByOne: boolean;
}

export function AcceptSteps({ oneByOne, ...props }: Props) {
  const { answer, chosen } = props;
  const { steps, problems, check } = answer;
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);

  // An error in another step shows that step again.
  const faulty = steps.findIndex((step) => problems.some((problem) => problem.step === step));
  const shown = oneByOne && faulty !== -1 && faulty < at ? faulty : Math.min(at, steps.length - 1);

  useLayoutEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = false;
  }, [shown]);

  const go = (to: number) => {
    moved.current = true;
    setAt(to);
  };

  return (
    <>
      {oneByOne && (
        <p className="steps-progress">
          Step {shown + 1} of {steps.length}
        </p>
      )}
      <ol className="steps">
        {steps.map((step, index) => {
          if (oneByOne && index !== shown) return null;
          return (
            <li key={step} className="step" value={index + 1}>
              <h3 ref={index === shown ? heading : undefined} tabIndex={-1}>
                <span className="step-number" aria-hidden="true">
                  {index + 1}
                </span>
                {nameOf(step, chosen.open)}
              </h3>
              <div className="step-body">{bodyOf(step, props)}</div>
            </li>
          );
        })}
      </ol>
      {oneByOne && (
        <div className="steps-moves">
          {shown < steps.length - 1 && (
            <button
              type="button"
              className="button"
              onClick={() => {
                const step = steps[shown];
                if (step !== undefined && check(step)) go(shown + 1);
              }}
            >
              Continue
            </button>
          )}
          {shown > 0 && (
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                go(shown - 1);
              }}
            >
              Back
            </button>
          )}
        </div>
      )}
    </>
  );
}

function bodyOf(step: Step, props: StepProps): ReactNode {
  switch (step) {
    case 'choices':
      return <ChoicesStep {...props} />;
    case 'terms':
      return <TermsStep {...props} />;
    case 'consent':
      return <ConsentStep {...props} />;
    case 'details':
      return <DetailsStep {...props} />;
    case 'sign':
      return <SignStep {...props} />;
  }
}

function SignStep({ proposal, chosen, answer }: StepProps) {
  const { totalAmount } = chosen.prices;
  const { mismatch, busy, form } = answer;
  const total = formatMoney(totalAmount, proposal.currency);
  const corrected = mismatch !== undefined && chosen.state === 'current';
  const name = form.signature.trim();
  return (
    <>
      {mismatch !== undefined && (
        <div className="notice notice-flag" role="alert">
          <strong>The total has changed</strong>
          {corrected ? (
            <Fragment>
              {mismatch === totalAmount
                ? `The server calculated ${total}. `
                : `It is ${total}, not ${formatMoney(mismatch, proposal.currency)}. `}
              Nothing was signed. Please confirm the total and sign again.
            </Fragment>
          ) : (
            ' Nothing was signed. The correct total is being loaded.'
          )}
        </div>
      )}
      <p>
        {name === '' ? 'You accept' : `${name}, you accept`} <strong>{proposal.title}</strong> for{' '}
        <strong className="sign-total">{total}</strong>.
      </p>
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? 'Signing…' : corrected ? `Confirm ${total} & Sign` : 'Accept & Sign'}
      </button>
      <p className="fine">Your signature is recorded with the exact version shown here.</p>
    </>
  );
}
