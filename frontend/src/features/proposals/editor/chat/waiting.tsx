// Shown until the assistant's first word: what it is doing, and that it takes a while.
import { useEffect, useState } from 'react';
import styles from './waiting.module.css';

const STEP_MS = 3500;

const STEPS = [
  'Reading your proposal…',
  'Reviewing your client’s needs…',
  'Reviewing scope, timeline and prices…',
  'Finding the right section…',
  'Choosing the wording…',
  'Writing the changes…',
  'Checking names, dates and amounts…',
  'Completing the answer…',
] as const;

const MOST = 95;

/**
 * The duration is unknown: each step covers a part of the remaining distance, and the end is never
 * reached.
 */
const progressAt = (step: number) => Math.min(MOST, Math.round(100 * (1 - 0.85 ** (step + 1))));

export function Waiting() {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => {
      setStep((before) => before + 1);
    }, STEP_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  const words = STEPS[step % STEPS.length];

  return (
    <div className={styles.waiting}>
      {/* A new line fades in over the previous one. */}
      <p key={step} className={styles.step}>
        {words}
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="The assistant is working"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progressAt(step)}
        aria-valuetext={words}
      >
        <span className={styles.bar} style={{ width: `${String(progressAt(step))}%` }} />
      </div>
      <p className={styles.hint}>A reply may take up to a minute.</p>
    </div>
  );
}
