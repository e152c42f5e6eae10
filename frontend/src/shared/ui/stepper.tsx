// The current step of a wizard. Earlier steps can be opened again.
import { Check } from 'lucide-react';
import styles from './stepper.module.css';

interface Props<Step extends number> {
  /** In order; they are numbered from 1. */
  steps: readonly { number: Step; label: string }[];
  step: Step;
  onOpen: (step: Step) => void;
}

export function Stepper<Step extends number>({ steps, step, onOpen }: Props<Step>) {
  const current = steps.find(({ number }) => number === step);
  return (
    <nav aria-label="Steps" className={styles.stepper}>
      <p className={styles.short} aria-hidden>
        Step {step} of {steps.length} <strong>{current?.label}</strong>
      </p>
      <ol>
        {steps.map(({ number, label }) => (
          <li key={number} data-state={number < step ? 'past' : number === step ? 'current' : 'ahead'}>
            {number < step ? (
              <button
                type="button"
                onClick={() => {
                  onOpen(number);
                }}
              >
                <span className={styles.number} aria-hidden>
                  <Check size={14} strokeWidth={3} />
                </span>
                <span className={styles.label}>{label}</span>
              </button>
            ) : (
              <span aria-current={number === step ? 'step' : undefined}>
                <span className={styles.number} aria-hidden>
                  {number}
                </span>
                <span className={styles.label}>{label}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
