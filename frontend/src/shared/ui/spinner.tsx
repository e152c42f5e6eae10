// A turning ring. Screens whose content has a known shape use Skeleton instead.
import styles from './spinner.module.css';

interface SpinnerProps {
  size?: 'sm' | 'md';
  /** Nothing is announced: the element around it already says what is happening. */
  decorative?: boolean;
}

export function Spinner({ size = 'md', decorative = false }: SpinnerProps) {
  const ring = <span className={styles[size]} aria-hidden />;
  return decorative ? (
    ring
  ) : (
    <span role="status">
      {ring}
      <span className="visually-hidden">Loading…</span>
    </span>
  );
}

/** A spinner in the middle of the window, while the session loads. */
export function FullPageSpinner() {
  return (
    <div className={styles.page}>
      <Spinner />
    </div>
  );
}
