// A persistent message inside a form or panel that requires an action. Transient messages are
// toasts; messages instead of content are Notices.
import type { ReactNode } from 'react';
import styles from './callout.module.css';

interface CalloutProps {
  tone?: 'warning' | 'danger' | 'success';
  title?: string;
  children?: ReactNode;
  /** Buttons with the possible actions. */
  actions?: ReactNode;
  /** Announced when it appears: for the result of an action. */
  announced?: boolean;
}

export function Callout({ tone = 'warning', title, children, actions, announced = false }: CalloutProps) {
  return (
    <div className={styles.callout} data-tone={tone} role={announced ? 'alert' : undefined}>
      {title !== undefined && <strong className={styles.title}>{title}</strong>}
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
