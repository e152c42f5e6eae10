// A persistent message: an empty list, a failed load, a page that does not exist.
import type { ReactNode } from 'react';
import { Button } from './button';
import { userMessage } from '@/api/problem';
import styles from './notice.module.css';

interface NoticeProps {
  /** A drawing or icon; decorative. */
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next actions. */
  actions?: ReactNode;
  /** h1 if the notice is the whole page. */
  level?: 'h1' | 'h2';
}

export function Notice({ art, title, children, actions, level: Heading = 'h2' }: NoticeProps) {
  return (
    <div className={styles.notice}>
      {art !== undefined && (
        <div className={styles.art} aria-hidden>
          {art}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface LoadFailureProps {
  /** The failed content, e.g. "your clients". */
  what: string;
  error: unknown;
  onRetry: () => void;
  /** For a panel with its own heading: a line instead of a notice. */
  inPanel?: boolean;
  /** h1 if there is no heading of the screen above. */
  level?: 'h1' | 'h2';
}

/** Content that failed to load: shows why, and a retry button. */
export function LoadFailure({ what, error, onRetry, inPanel = false, level = 'h2' }: LoadFailureProps) {
  const title = `We couldn’t load ${what}`;
  const why = userMessage(error, 'Something went wrong on our side.');
  if (inPanel) {
    return (
      <div role="alert" className={styles.line}>
        <p>
          <strong>{title}.</strong> {why}
        </p>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="alert">
      <Notice level={level} title={title} actions={<Button onClick={onRetry}>Try again</Button>}>
        <p>{why}</p>
      </Notice>
    </div>
  );
}
