// Labelled inputs: message and hint are connected to the input for screen readers.
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import type { FieldBinding } from './use-form';
import styles from './fields.module.css';

interface Common extends FieldBinding {
  label: string;
  hint?: ReactNode;
}

type InputProps = Common & Omit<ComponentProps<'input'>, keyof FieldBinding | 'id' | 'onChange'>;

export function TextField({ label, hint, error, onValue, ...input }: InputProps) {
  const ids = useFieldIds(error, hint);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} required={input.required}>
      <input
        type="text"
        {...input}
        {...ids.input}
        className={styles.control}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
    </Frame>
  );
}

export function PasswordField({ label, hint, error, onValue, ...input }: Omit<InputProps, 'type'>) {
  const ids = useFieldIds(error, hint);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} required={input.required}>
      <div className={styles.withButton}>
        <input
          {...input}
          {...ids.input}
          type={shown ? 'text' : 'password'}
          className={styles.control}
          onChange={(event) => {
            onValue(event.target.value);
          }}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={ids.input.id}
          onClick={() => {
            setShown(!shown);
          }}
        >
          <Icon aria-hidden size={18} />
        </button>
      </div>
    </Frame>
  );
}

type AreaProps = Common & Omit<ComponentProps<'textarea'>, keyof FieldBinding | 'id' | 'onChange'>;

/** Grows with its text, from `rows` lines on. */
export function TextArea({ label, hint, error, onValue, rows = 4, ...area }: AreaProps) {
  const ids = useFieldIds(error, hint);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error} required={area.required}>
      <textarea
        {...area}
        {...ids.input}
        rows={rows}
        // `field-sizing: content` grows the box with its text but forgets `rows`.
        style={{ minHeight: `calc(${rows} * 1.5em + 20px)` }}
        className={`${styles.control ?? ''} ${styles.area ?? ''}`}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
    </Frame>
  );
}

type SelectProps = Common &
  Omit<ComponentProps<'select'>, keyof FieldBinding | 'id' | 'onChange' | 'children'> & {
    options: readonly { value: string; label: string }[];
    /** The label is for screen readers only: the context is visible next to it. */
    labelHidden?: boolean;
  };

/** The browser's own list: it fits every device and assistive tool. */
export function SelectField({ label, labelHidden, hint, error, onValue, options, ...select }: SelectProps) {
  const ids = useFieldIds(error, hint);
  return (
    <Frame
      ids={ids}
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      error={error}
      required={select.required}
    >
      <select
        {...select}
        {...ids.input}
        className={`${styles.control ?? ''} ${styles.select ?? ''}`}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The value of a ticked box, because form values are strings. */
export const TICKED = 'on';

type CheckProps = Common & { disabled?: boolean };

export function CheckField({ label, hint, error, name, value, onValue, disabled }: CheckProps) {
  const ids = useFieldIds(error, hint);
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        {...ids.input}
        name={name}
        disabled={disabled}
        checked={value === TICKED}
        onChange={(event) => {
          onValue(event.target.checked ? TICKED : '');
        }}
      />
      <div className={styles.checkText}>
        <label htmlFor={ids.input.id}>{label}</label>
        {hint !== undefined && (
          <p id={ids.hintId} className={styles.hint}>
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={ids.errorId} className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

type ChoiceProps = Common & { options: readonly { value: string; label: string; text?: string }[] };

/** A choice among few options, each with a line that explains it if its name does not. */
export function ChoiceField({ label, hint, error, name, value, onValue, options }: ChoiceProps) {
  const ids = useFieldIds(error, hint);
  return (
    <fieldset className={styles.choices} aria-describedby={ids.input['aria-describedby']}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-invalid={error !== undefined}
            onChange={() => {
              onValue(option.value);
            }}
          />
          <span className={styles.checkText}>
            <strong>{option.label}</strong>
            {option.text !== undefined && <span className={styles.hint}>{option.text}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={ids.errorId} className={styles.error}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={ids.hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

function useFieldIds(error: string | undefined, hint: ReactNode) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return {
    errorId,
    hintId,
    input: {
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': described === '' ? undefined : described,
    },
  };
}

interface FrameProps {
  ids: ReturnType<typeof useFieldIds>;
  label: string;
  labelHidden?: boolean;
  hint: ReactNode;
  error: string | undefined;
  required: boolean | undefined;
  children: ReactNode;
}

function Frame({ ids, label, labelHidden = false, hint, error, required = false, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={ids.input.id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {error !== undefined && (
        <p id={ids.errorId} className={styles.error}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={ids.hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
