// The one form mechanism: values, messages at their fields, and error handling. Input survives,
// even if the session ends; the server's field errors are shown at their fields; the focus moves to
// the first invalid field.
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { isProblem, isSignedOut } from '@/api/problem';
import { useKeptDraft, type Keeping } from './use-kept-draft';
import { SavingStopped } from './use-save-changes';

export type FieldErrors<Values> = Partial<Record<keyof Values & string, string>>;

interface FormOptions<Values> {
  /** The stored values, or the start of a new record. */
  initial: Values;
  /** Keeps the input for this tab until it is saved or discarded (`forget`). */
  keep?: Keeping<Values>;
  validate: (values: Values) => FieldErrors<Values>;
  /** Saves; a rejection counts as failure. */
  onSubmit: (values: Values) => Promise<void>;
  /** The first invalid field, before it takes the focus: a form with tabs must show it. */
  onInvalid?: (field: string) => void;
  /** After a failure, except when the session ended (which redirects to the sign-in page). */
  onFail?: (error: unknown) => void;
}

/** How a form is validated and submitted. */
type Way<Values> = Pick<FormOptions<Values>, 'validate' | 'onSubmit'>;

/** The props of a text field; spread it into `TextField`, `TextArea` or `PasswordField`. */
export interface FieldBinding {
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

export function useForm<Values extends Record<keyof Values, string>>(options: FormOptions<Values>) {
  const kept = useKeptDraft(options.initial, options.keep);
  const [values, setValues] = useState<Values>(kept.initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [submitting, setSubmitting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const touched = useRef(new Set<string>());

  const keep = useEffectEvent(kept.keep);
  useEffect(() => {
    keep(values);
  }, [values]);

  const show = (found: FieldErrors<Values>) => {
    const [first] = Object.keys(found);
    // The field exists and is marked before it takes the focus, whatever else React is rendering.
    flushSync(() => {
      if (first !== undefined) options.onInvalid?.(first);
      setErrors(found);
    });
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const setValue = (name: keyof Values & string, value: string) => {
    touched.current.add(name);
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => (before[name] === undefined ? before : { ...before, [name]: undefined }));
  };

  const replace = (before: Partial<Values>, after: Partial<Values>) => {
    const names = Object.keys(after).filter((name): name is keyof Values & string => name in options.initial);
    setValues((now) => {
      const next = { ...now };
      for (const name of names) if (now[name] === before[name]) next[name] = after[name] ?? now[name];
      return next;
    });
    setErrors((found) => ({ ...found, ...Object.fromEntries(names.map((name) => [name, undefined])) }));
  };

  /** An edited field is validated on blur. An untouched one is validated when the form is sent. */
  const check = (name: string) => {
    if (!touched.current.has(name)) return;
    const message = options.validate(values)[name as keyof Values & string];
    if (message !== undefined) setErrors((before) => ({ ...before, [name]: message }));
  };

  const startOver = () => {
    kept.forget();
    touched.current.clear();
    setValues(options.initial);
    setErrors({});
  };

  const submit = async (way: Way<Values> = options) => {
    if (submitting) return;
    const { validate, onSubmit } = way;
    const found = validate(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    setSubmitting(true);
    try {
      await onSubmit(values);
      if (way === options) kept.forget();
    } catch (error) {
      if (error instanceof SavingStopped) return;
      show(serverErrors(error, values));
      if (!isSignedOut(error)) options.onFail?.(error);
    } finally {
      setSubmitting(false);
    }
  };

  return {
    values,
    submitting,
    setValue,
    /** It contains earlier kept input, for `KeptNotice`. */
    restored: kept.restored,
    /** The `etag` of the record that the input is based on; a change sends it. */
    etag: kept.etag,
    startOver,
    /** The input is discarded: the form is cancelled, or saved in another way. */
    forget: kept.forget,
    /** Replaces values that are still the same as `before`; later input is kept. */
    replace,
    /**
     * Validates and saves; for buttons outside the form, and for a button with another action on the input.
     */
    submit,
    field: (name: keyof Values & string): FieldBinding => ({
      name,
      value: values[name],
      error: errors[name],
      onValue: (value) => {
        setValue(name, value);
      },
    }),
    /** Spread into <form>. */
    formProps: {
      ref: form,
      noValidate: true,
      onBlur: ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
        // Nothing may move under the pointer on the way to a button, which may be Cancel; switching to
        // another window is not a blur.
        const goesToButton = relatedTarget instanceof Element && relatedTarget.closest('button, a') !== null;
        if (goesToButton || document.activeElement === target) return;
        check(target.getAttribute('name') ?? '');
      },
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** The server's messages for the fields of this form. */
function serverErrors<Values extends object>(error: unknown, values: Values): FieldErrors<Values> {
  if (!isProblem(error)) return {};
  const known = error.errors.filter(({ field }) => Object.hasOwn(values, field));
  return Object.fromEntries(known.map(({ field, message }) => [field, message])) as FieldErrors<Values>;
}
