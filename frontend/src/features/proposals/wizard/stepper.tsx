// Where in the wizard one is. Steps already passed can be opened again.
import { Check } from 'lucide-react';
import type { Method, Step } from './draft-store';
import styles from './stepper.module.css';

interface Props {
  step: Step;
  method: Method;
  onOpen: (step: Step) => void;
}

export function Stepper({ step, method, onOpen }: Props) {
  const steps: readonly { number: Step; label: string }[] = [
    { number: 1, label: 'Select Client' },
    { number: 2, label: 'Input Method' },
    { number: 3, label: method === 'recap' ? 'Meeting Recap' : 'Project Details' },
    { number: 4, label: 'Review & Set Pricing' },
  ];
  const current = steps.find(({ number }) => number === step);
  return (
    <nav aria-label="Steps" className={styles.stepper}>
      <p className={styles.short} aria-hidden>
        Step {step} of 4 <strong>{current?.label}</strong>
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
