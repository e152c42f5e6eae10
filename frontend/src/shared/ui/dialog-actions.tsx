// The row of buttons that ends a dialog; on a phone they stand above each other, the main one first.
import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
