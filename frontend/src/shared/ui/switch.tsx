// A switch with its explanation: it takes effect at once, or with the surrounding form.
import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** It is being saved: further clicks are ignored. */
  busy?: boolean;
}

export function Switch({ label, hint, checked, onChange, disabled = false, busy = false }: SwitchProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <button
        type="button"
        role="switch"
        id={id}
        className={styles.switch}
        aria-checked={checked}
        aria-busy={busy || undefined}
        // Not `disabled` while it saves, because that would lose the focus.
        aria-disabled={busy || undefined}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : hintId}
        onClick={() => {
          if (!busy) onChange(!checked);
        }}
      />
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
