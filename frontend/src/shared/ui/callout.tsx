// A message inside a form or panel that has to stay until something is done about it. What is over with a glance is a
// toast; what stands for missing content is a Notice.
import type { ReactNode } from 'react';
import styles from './callout.module.css';

interface CalloutProps {
  tone?: 'warning' | 'danger' | 'success';
  title?: string;
  children?: ReactNode;
  /** Buttons: the way out of it. */
  actions?: ReactNode;
  /** Read out when it appears: for what comes as the answer to an action. */
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
