/** The fields of each step of accepting. */
import { useState } from 'react';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { formatDate } from '@/shared/lib/format';
import { ChosenItems } from '../choices/chosen-items';
import type { StepProps } from './accept-steps';
import { termsOf } from './answer-form';
import { Field, MessageField, Problems, TextField, Tick } from './fields';
import { tied } from './tied';

export function ChoicesStep({ proposal, chosen, answer }: StepProps) {
  const { open, prices, choices, state, recount } = chosen;
  return (
    <>
      {open && (
        <>
          <ChosenItems pricing={proposal.pricing} choices={choices} />
          <p className="fine">
            <a href="#choose">Change your choices</a> in the prices above: the total is updated.
          </p>
        </>
      )}
      <div className={state === 'current' ? 'stake' : 'stake prices-waiting'} aria-busy={state === 'waiting'}>
        <TotalsSummary totals={prices.totals} currency={proposal.currency} />
        {proposal.validUntil !== undefined && (
          <p className="fine">Valid until {formatDate(proposal.validUntil)}</p>
        )}
      </div>
      <Problems of={['choices']} problems={answer.problems} />
      {state === 'failed' && (
        <button type="button" id="answer-choices" name="choices" className="link-button" onClick={recount}>
          Calculate the total again
        </button>
      )}
    </>
  );
}

export function TermsStep({ proposal, answer }: StepProps) {
  const { form, change, problems } = answer;
  return (
    <>
      <div className="terms-box" tabIndex={0} role="region" aria-label="The terms">
        {(termsOf(proposal) ?? '').split(/\n{2,}/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <Tick
        name="terms"
        checked={form.readTerms}
        problems={problems}
        onChange={(readTerms) => {
          change({ readTerms });
        }}
      >
        I have read the terms
      </Tick>
      <Problems of={['terms']} problems={problems} />
    </>
  );
}

export function ConsentStep({ proposal, answer }: StepProps) {
  const { form, change, problems } = answer;
  return (
    <>
      <Tick
        name="consent"
        checked={form.consent}
        problems={problems}
        onChange={(consent) => {
          change({ consent });
        }}
      >
        {proposal.consent?.text}
      </Tick>
      <Problems of={['consent']} problems={problems} />
    </>
  );
}

export function DetailsStep({ answer }: StepProps) {
  const { form, change, problems } = answer;
  const [wordy, setWordy] = useState(false);
  return (
    <>
      <SignerFields answer={answer} />
      <div className="field-pair">
        <TextField
          name="company"
          label="Company (optional)"
          value={form.company}
          problems={problems}
          onChange={(company) => {
            change({ company });
          }}
        />
        <TextField
          name="title"
          label="Job title (optional)"
          value={form.title}
          problems={problems}
          onChange={(title) => {
            change({ title });
          }}
        />
      </div>
      <Problems of={['company', 'title']} problems={problems} />
      <Field name="signature" label="Signature" hint="Type your full name">
        <span className="sign-line">
          <input
            className="signature"
            autoComplete="off"
            spellCheck={false}
            placeholder=" "
            required
            maxLength={200}
            value={form.signature}
            onChange={(event) => {
              change({ signature: event.target.value });
            }}
            {...tied('signature', problems, true)}
          />
          <span className="sign-here" aria-hidden="true">
            Sign here
          </span>
        </span>
      </Field>
      <Problems of={['signature']} problems={problems} />
      {wordy || form.message !== '' ? (
        <MessageField
          label="Message (optional)"
          value={form.message}
          problems={problems}
          focused={wordy}
          onChange={(message) => {
            change({ message });
          }}
        />
      ) : (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            setWordy(true);
          }}
        >
          Add a message (optional)
        </button>
      )}
      <Problems of={['message']} problems={problems} />
    </>
  );
}

/** The client's name and address, the same for every response. */
export function SignerFields({ answer }: { answer: StepProps['answer'] }) {
  const { form, change, problems } = answer;
  return (
    <>
      <div className="field-pair">
        <TextField
          name="name"
          label="Full name"
          value={form.name}
          problems={problems}
          onChange={(name) => {
            change({ name });
          }}
        />
        <TextField
          name="email"
          label="Email"
          value={form.email}
          problems={problems}
          onChange={(email) => {
            change({ email });
          }}
        />
      </div>
      <Problems of={['name', 'email']} problems={problems} />
    </>
  );
}
