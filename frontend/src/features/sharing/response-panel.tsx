/**
 * Take Action: the client's answer. One form for the three answers, so that a name typed for a change request is still
 * there for the signature. The form's state lives above it and survives a reload of the proposal.
 */
import { useId, useRef, useState } from 'react';
import type { SubmitEvent, ReactNode } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { formatDate } from '@/shared/lib/format';
import { findProblem } from './response-form';
import type { ClientAction, FormField, FormProblem, ResponseForm } from './response-form';

interface Choice {
  action: ClientAction;
  label: string;
  submit: string;
  pending: string;
  message: string;
  note: string;
}

const CHOICES: Choice[] = [
  {
    action: 'accept',
    label: 'Accept',
    submit: 'Accept & Sign',
    pending: 'Signing…',
    message: 'Message (optional)',
    note: 'Your signature is recorded with the exact version shown here.',
  },
  {
    action: 'request_changes',
    label: 'Request Changes',
    submit: 'Request Changes',
    pending: 'Sending…',
    message: 'What should change? (optional)',
    note: 'You can still accept or decline afterwards.',
  },
  {
    action: 'decline',
    label: 'Decline',
    submit: 'Decline Proposal',
    pending: 'Sending…',
    message: 'Reason (optional)',
    note: 'Declining is final and closes this proposal.',
  },
];

interface Props {
  proposal: SharedProposal;
  form: ResponseForm;
  onChange: (form: ResponseForm) => void;
  onSubmit: () => Promise<void>;
  /** What the server answered to the last attempt, if it failed. */
  failure: string | undefined;
}

export function ResponsePanel({ proposal, form, onChange, onSubmit, failure }: Props) {
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const choice = CHOICES.find(({ action }) => action === form.action) ?? CHOICES[0];

  const change = (part: Partial<ResponseForm>) => {
    setProblem(undefined);
    onChange({ ...form, ...part });
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = findProblem(form, proposal.consent);
    setProblem(found);
    if (found) {
      const first = formRef.current?.querySelector<HTMLElement>(`[name="${found.fields[0]}"]`);
      first?.focus();
      return;
    }
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };

  const marked = (field: FormField, hint?: string) => {
    const wrong = problem?.fields.includes(field) ?? false;
    const describedBy = [hint, wrong ? `${id}-problem` : undefined].filter(Boolean).join(' ');
    return { 'aria-invalid': wrong, ...(describedBy !== '' && { 'aria-describedby': describedBy }) };
  };

  return (
    <section className="panel respond" id="respond" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        Take Action
      </h2>
      <div className="stake">
        <TotalsSummary totals={proposal.totals} currency={proposal.currency} />
        {proposal.validUntil && <p className="fine">Valid until {formatDate(proposal.validUntil)}</p>}
      </div>

      <form ref={formRef} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="choices">
          <legend>Your answer</legend>
          {CHOICES.map(({ action, label }) => (
            <label key={action} className={`choice choice-${action}`}>
              <input
                type="radio"
                name="action"
                value={action}
                checked={form.action === action}
                onChange={() => {
                  change({ action });
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>

        <Field label="Full name" htmlFor={`${id}-name`}>
          <input
            id={`${id}-name`}
            name="name"
            autoComplete="name"
            required
            maxLength={200}
            value={form.name}
            onChange={(event) => {
              change({ name: event.target.value });
            }}
            {...marked('name')}
          />
        </Field>
        <Field label="Email" htmlFor={`${id}-email`}>
          <input
            id={`${id}-email`}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={form.email}
            onChange={(event) => {
              change({ email: event.target.value });
            }}
            {...marked('email')}
          />
        </Field>

        {form.action === 'accept' && (
          <Field label="Signature" hint="Type your full name" htmlFor={`${id}-signature`}>
            <span className="sign-line">
              <input
                id={`${id}-signature`}
                name="signature"
                className="signature"
                autoComplete="off"
                placeholder=" "
                required
                maxLength={200}
                value={form.signature}
                onChange={(event) => {
                  change({ signature: event.target.value });
                }}
                {...marked('signature', `${id}-signature-hint`)}
              />
              <span className="sign-here" aria-hidden="true">
                Sign here
              </span>
            </span>
          </Field>
        )}

        <MessageField
          id={`${id}-message`}
          label={choice?.message ?? ''}
          folded={form.action === 'accept' && form.message === ''}
          value={form.message}
          onChange={(message) => {
            change({ message });
          }}
        />

        {form.action === 'accept' && proposal.consent && (
          <label className="consent">
            <input
              type="checkbox"
              name="consent"
              checked={form.consent}
              onChange={(event) => {
                change({ consent: event.target.checked });
              }}
              {...marked('consent')}
            />
            <span>{proposal.consent.text}</span>
          </label>
        )}

        <div role="alert" id={`${id}-problem`}>
          {problem && (
            <p className="notice notice-red">
              <strong>{problem.title}</strong> {problem.description}
            </p>
          )}
          {failure !== undefined && !problem && (
            <p className="notice notice-red">
              <strong>{failure}</strong> What you typed is still here.
            </p>
          )}
        </div>

        <button type="submit" className={`button button-${form.action}`} aria-disabled={busy}>
          {busy ? choice?.pending : choice?.submit}
        </button>
        <p className="fine">{choice?.note}</p>
      </form>
    </section>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  htmlFor: string;
  children: ReactNode;
}

function Field({ label, hint, htmlFor, children }: FieldProps) {
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={htmlFor}>{label}</label>
        {hint && (
          <span id={`${htmlFor}-hint`} className="hint">
            {hint}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

interface MessageFieldProps {
  id: string;
  label: string;
  /** Few people add a word to an acceptance: the field opens on demand, so that the signature stays in view. */
  folded: boolean;
  value: string;
  onChange: (value: string) => void;
}

function MessageField({ id, label, folded, value, onChange }: MessageFieldProps) {
  const [opened, setOpened] = useState(false);
  if (folded && !opened) {
    return (
      <button
        type="button"
        className="link-button"
        onClick={() => {
          setOpened(true);
        }}
      >
        Add a message (optional)
      </button>
    );
  }
  return (
    <Field label={label} htmlFor={id}>
      <textarea
        id={id}
        name="message"
        rows={3}
        maxLength={5000}
        value={value}
        autoFocus={opened}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </Field>
  );
}
