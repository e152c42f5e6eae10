// Tabs, following the ARIA pattern: one tab stop, arrow keys between them, the flag below the open one.
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tabs.module.css';
import { useChosenInSight } from './use-chosen-in-sight';

interface TabsProps<Key extends string> {
  /** Distinguishes the ids of several tab lists on one page. */
  id: string;
  /** The subject of the tabs, for screen readers. */
  label: string;
  tabs: readonly { key: Key; label: string; panel: ReactNode }[];
  open: Key;
  onOpen: (key: Key) => void;
  /** Closed panels stay in the page: for a form that spans several tabs. */
  keepClosed?: boolean;
}

export function Tabs<Key extends string>({
  id,
  label,
  tabs,
  open,
  onOpen,
  keepClosed = false,
}: TabsProps<Key>) {
  const list = useChosenInSight<HTMLDivElement>(open);

  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ key }) => key === open);
    const next = tabs[nextIndex(event.key, now, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next.key);
    document.getElementById(`${id}-tab-${next.key}`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-tab-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === open}
            aria-controls={`${id}-panel-${tab.key}`}
            tabIndex={tab.key === open ? 0 : -1}
            className={styles.tab}
            onClick={() => {
              onOpen(tab.key);
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== open}
          className={styles.panel}
        >
          {(keepClosed || tab.key === open) && tab.panel}
        </div>
      ))}
    </>
  );
}

/** The index of the tab that a key leads to; undefined for other keys. */
function nextIndex(key: string, now: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (now + 1) % count;
    case 'ArrowLeft':
      return (now - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
