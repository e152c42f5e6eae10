// The progress of reading a website.
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Spinner } from '@/shared/ui/spinner';
import styles from './reading-progress.module.css';
import { progressAt, STAGES } from './stages';

const TICK_MS = 200;

/** `place`: the index of the stage. */
export function ReadingProgress({ place }: { place: number }) {
  return (
    <div>
      <Bar place={place} />
      <p role="status" className="visually-hidden">
        {STAGES[place]?.label}
      </p>
      <ol className={styles.stages}>
        {STAGES.map(({ stage, label }, index) => {
          const step = index < place ? 'past' : index === place ? 'current' : 'ahead';
          return (
            <li key={stage} data-step={step} aria-current={step === 'current' ? 'step' : undefined}>
              <span className={styles.mark} aria-hidden>
                {step === 'past' && <Check size={16} />}
                {step === 'current' && <Spinner size="sm" decorative />}
              </span>
              {label}
            </li>
          );
        })}
      </ol>
      <p className={styles.usual}>This usually takes 10-15 seconds.</p>
    </div>
  );
}

/** Advances within its stage. */
function Bar({ place }: { place: number }) {
  const [percent, setPercent] = useState(() => progressAt(place, 0));
  useEffect(() => {
    const start = performance.now();
    const timer = window.setInterval(() => {
      setPercent(progressAt(place, performance.now() - start));
    }, TICK_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [place]);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label="Auto-Fill progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <span className={styles.bar} style={{ width: `${String(percent)}%` }} />
    </div>
  );
}
