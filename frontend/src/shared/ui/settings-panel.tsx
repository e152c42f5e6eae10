// One setting on a separate sheet: its name, its meaning, and the control beside or below it.
import { useId, type ReactNode } from 'react';
import { Panel } from './panel';
import styles from './settings-panel.module.css';

interface SettingsPanelProps {
  title: string;
  lead?: ReactNode;
  /** A button at the end of the heading row. */
  action?: ReactNode;
  /** Its action cannot be undone. */
  danger?: boolean;
  children?: ReactNode;
}

export function SettingsPanel({ title, lead, action, danger = false, children }: SettingsPanelProps) {
  const id = useId();
  return (
    <Panel role="region" aria-labelledby={id} className={styles.panel} data-danger={danger || undefined}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </Panel>
  );
}
