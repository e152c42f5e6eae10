// The row of buttons at the end of a dialog; on a phone they are stacked, the main one first.
import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
