/** The fields of the response: each with its label above and its errors at the field. */
import type { ReactNode } from 'react';
import type { FormField, FormProblem } from './answer-form';
import { noticeId, tied } from './tied';

interface FieldProps {
  name: FormField;
  label: string;
  hint?: string;
  children: ReactNode;
}

export function Field({ name, label, hint, children }: FieldProps) {
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={`answer-${name}`}>{label}</label>
        {hint !== undefined && (
          <span id={`answer-${name}-hint`} className="hint">
            {hint}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

interface TextProps {
  name: 'name' | 'email' | 'company' | 'title';
  label: string;
  value: string;
  onChange: (value: string) => void;
  problems: readonly FormProblem[];
}

const TEXT = {
  name: { autoComplete: 'name', maxLength: 200, required: true },
  email: { autoComplete: 'email', maxLength: 254, required: true, type: 'email' },
  company: { autoComplete: 'organization', maxLength: 200 },
  title: { autoComplete: 'organization-title', maxLength: 200 },
} as const;

export function TextField({ name, label, value, onChange, problems }: TextProps) {
  return (
    <Field name={name} label={label}>
      <input
        {...TEXT[name]}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        {...tied(name, problems)}
      />
    </Field>
  );
}

interface TickProps {
  name: 'terms' | 'consent';
  checked: boolean;
  onChange: (checked: boolean) => void;
  problems: readonly FormProblem[];
  children: ReactNode;
}

export function Tick({ name, checked, onChange, problems, children }: TickProps) {
  return (
    <label className="tick-field">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
        {...tied(name, problems)}
      />
      <span>{children}</span>
    </label>
  );
}

/** The errors of these fields, in the specification's two parts. */
export function Problems({ of, problems }: { of: readonly FormField[]; problems: readonly FormProblem[] }) {
  return problems
    .filter(({ fields }) => fields.some((field) => of.includes(field)))
    .map(({ title, description, fields: [first = 'message'] }) => (
      <p key={title + description} id={noticeId(first)} className="notice notice-red" role="alert">
        <strong>{title}</strong> {description}
      </p>
    ));
}

interface MessageProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problems: readonly FormProblem[];
  focused?: boolean;
}

export function MessageField({ label, value, onChange, problems, focused = false }: MessageProps) {
  return (
    <Field name="message" label={label}>
      <textarea
        rows={3}
        maxLength={10_000}
        value={value}
        autoFocus={focused}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        {...tied('message', problems)}
      />
    </Field>
  );
}
