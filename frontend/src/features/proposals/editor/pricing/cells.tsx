// The fields of the pricing table: small, with the label above on narrow screens and in the table head on
// wide ones, and the server's messages below.
import { useId, type ComponentProps } from 'react';
import styles from './cells.module.css';

interface Common {
  label: string;
  error?: string | undefined;
  /** Where the label is visible: always above the field, only if the table has no head, or never. */
  labelled?: 'always' | 'narrow' | 'never';
  className?: string | undefined;
}

function useIds(error: string | undefined) {
  const id = useId();
  const errorId = `${id}-error`;
  return {
    errorId,
    control: {
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': error === undefined ? undefined : errorId,
    },
  };
}

const LABEL = {
  always: styles.label,
  narrow: `${styles.label ?? ''} ${styles.narrow ?? ''}`,
  never: 'visually-hidden',
};

type TextProps = Common &
  Omit<ComponentProps<'input'>, 'onChange' | 'className'> & {
    value: string;
    onValue: (value: string) => void;
    /** A number: right-aligned, with digits of equal width, and the numeric keyboard on a phone. */
    figure?: boolean;
  };

export function TextCell({
  label,
  error,
  labelled = 'always',
  className,
  onValue,
  figure,
  ...input
}: TextProps) {
  const ids = useIds(error);
  return (
    <div className={`${styles.cell ?? ''} ${className ?? ''}`}>
      <label htmlFor={ids.control.id} className={LABEL[labelled]}>
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        {...(figure && { inputMode: 'decimal' })}
        {...input}
        {...ids.control}
        className={figure ? `${styles.control ?? ''} ${styles.figure ?? ''}` : styles.control}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
      <CellError id={ids.errorId} error={error} />
    </div>
  );
}

type AreaProps = Common & {
  value: string;
  onValue: (value: string) => void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
};

export function AreaCell({ label, error, labelled = 'always', className, onValue, ...area }: AreaProps) {
  const ids = useIds(error);
  return (
    <div className={`${styles.cell ?? ''} ${className ?? ''}`}>
      <label htmlFor={ids.control.id} className={LABEL[labelled]}>
        {label}
      </label>
      <textarea
        rows={2}
        {...area}
        {...ids.control}
        className={`${styles.control ?? ''} ${styles.area ?? ''}`}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
      <CellError id={ids.errorId} error={error} />
    </div>
  );
}

type SelectProps<T extends string> = Common & {
  value: T;
  options: readonly { value: T; label: string }[];
  onValue: (value: T) => void;
};

export function SelectCell<T extends string>({
  label,
  error,
  labelled = 'always',
  className,
  value,
  options,
  onValue,
}: SelectProps<T>) {
  const ids = useIds(error);
  return (
    <div className={`${styles.cell ?? ''} ${className ?? ''}`}>
      <label htmlFor={ids.control.id} className={LABEL[labelled]}>
        {label}
      </label>
      <select
        {...ids.control}
        value={value}
        className={`${styles.control ?? ''} ${styles.select ?? ''}`}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onValue(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <CellError id={ids.errorId} error={error} />
    </div>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

export function TickCell({ label, checked, onChecked }: TickProps) {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => {
          onChecked(event.target.checked);
        }}
      />
      {label}
    </label>
  );
}

export function CellError({ id, error }: { id?: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  );
}
