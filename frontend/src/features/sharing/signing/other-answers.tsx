/** Requesting changes, to the whole or to a part, and declining. */
import type { DeclineReason } from '@/api/gen/model';
import type { Section } from '../page/prepare-document';
import { REASONS } from './answer-form';
import { MessageField, Problems } from './fields';
import { SignerFields } from './steps';
import type { AnswerState } from './use-answer';

interface RequestProps {
  answer: AnswerState;
  sections: readonly Section[];
}

export function RequestFields({ answer, sections }: RequestProps) {
  const { form, change, problems, busy } = answer;
  const about = sections.find(({ id }) => id === form.blockId);
  return (
    <div className="other-answer">
      {about && (
        <p className="about-part">
          About <strong>{about.title}</strong>
          <button
            type="button"
            className="link-button"
            onClick={() => {
              change({ blockId: undefined });
            }}
          >
            Ask about the whole proposal
          </button>
        </p>
      )}
      <MessageField
        label="What should change? (optional)"
        value={form.message}
        problems={problems}
        onChange={(message) => {
          change({ message });
        }}
      />
      <Problems of={['message']} problems={problems} />
      <SignerFields answer={answer} />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? 'Sending…' : 'Request Changes'}
      </button>
      <p className="fine">You can still accept or decline afterwards.</p>
    </div>
  );
}

export function DeclineFields({ answer }: { answer: AnswerState }) {
  const { form, change, problems, busy } = answer;
  return (
    <div className="other-answer">
      <fieldset className="reasons">
        <legend>What is the main reason? (optional)</legend>
        {(Object.keys(REASONS) as DeclineReason[]).map((reason) => (
          <label key={reason} className="reason">
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={form.reason === reason}
              onChange={() => {
                change({ reason });
              }}
            />
            <span>{REASONS[reason]}</span>
          </label>
        ))}
        {form.reason !== undefined && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              change({ reason: undefined });
            }}
          >
            Give no reason
          </button>
        )}
      </fieldset>
      <MessageField
        label="Anything to add? (optional)"
        value={form.message}
        problems={problems}
        onChange={(message) => {
          change({ message });
        }}
      />
      <Problems of={['message']} problems={problems} />
      <SignerFields answer={answer} />
      <button type="submit" className="button button-decline" aria-disabled={busy}>
        {busy ? 'Sending…' : 'Decline Proposal'}
      </button>
      <p className="fine">Declining is final and closes this proposal.</p>
    </div>
  );
}
