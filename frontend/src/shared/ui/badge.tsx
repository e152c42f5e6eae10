// A one-word label: a role, a state, a scope.
import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  tone?: 'neutral' | 'good' | 'warning' | 'danger';
  /** A technical name, such as `clients:read`. */
  code?: boolean;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', code = false, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-code={code || undefined}>
      {children}
    </span>
  );
}
