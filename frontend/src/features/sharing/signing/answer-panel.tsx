/**
 * Take Action: the client's response. One form for the three responses, so that a name typed for a change
 * request is kept for the signature. The form's state is stored above it and survives a reload of the
 * proposal.
 */
import { useId, useLayoutEffect, useRef } from 'react';
import { useMedia } from '@/shared/lib/use-media';
import type { Section } from '../page/prepare-document';
import { AcceptSteps, type StepProps } from './accept-steps';
import type { Answer } from './answer-form';
import { DeclineFields, RequestFields } from './other-answers';

const ANSWERS: Record<Answer, string> = {
  accept: 'Accept',
  request_changes: 'Request Changes',
  decline: 'Decline',
};

interface Props extends StepProps {
  sections: readonly Section[];
}

export function AnswerPanel({ sections, ...props }: Props) {
  const { answer } = props;
  const { form, change, problems, failure, submit } = answer;
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const oneByOne = useMedia('(max-width: 720px)');

  // The first field with an error takes the focus, once it is on the screen.
  const faulty = useRef(problems);
  useLayoutEffect(() => {
    const fresh = problems.length > 0 && !problems.every((problem) => faulty.current.includes(problem));
    faulty.current = problems;
    const [field] = problems[0]?.fields ?? [];
    if (fresh) formRef.current?.querySelector<HTMLElement>(`[name="${String(field)}"]`)?.focus();
  }, [problems]);

  return (
    <section className="panel respond" id="respond" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        Take Action
      </h2>
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className="answers">
          <legend className="visually-hidden">Your answer</legend>
          {(Object.keys(ANSWERS) as Answer[]).map((action) => (
            <label key={action} className={`answer answer-${action}`}>
              <input
                type="radio"
                name="action"
                value={action}
                checked={form.action === action}
                onChange={() => {
                  change({ action });
                }}
              />
              <span>{ANSWERS[action]}</span>
            </label>
          ))}
        </fieldset>
        {form.action === 'accept' && (
          // Another revision is accepted from the first step on: its terms have not been read yet.
          <AcceptSteps {...props} oneByOne={oneByOne} key={props.proposal.revision?.sha256} />
        )}
        {form.action === 'request_changes' && <RequestFields answer={answer} sections={sections} />}
        {form.action === 'decline' && <DeclineFields answer={answer} />}
        {failure !== undefined && (
          <p className="notice notice-red" role="alert">
            <strong>{failure}</strong> What you typed is still here.
          </p>
        )}
      </form>
    </section>
  );
}
