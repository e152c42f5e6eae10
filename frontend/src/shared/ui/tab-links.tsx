// Tabs that are separate screens with addresses: they can be opened in a new window, and the browser's
// history includes them. Arrow keys move between them, Enter and Space open one.
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './tabs.module.css';
import { useChosenInSight } from './use-chosen-in-sight';

interface TabLinksProps {
  /** Distinguishes the ids of several tab lists on one page. */
  id: string;
  /** The subject of the tabs, for screen readers. */
  label: string;
  tabs: readonly { to: string; label: string }[];
  /** The screen of the open tab. */
  children: ReactNode;
}

export function TabLinks({ id, label, tabs, children }: TabLinksProps) {
  const { pathname } = useLocation();
  const here = pathname.replace(/\/$/, '');
  const open = tabs.findIndex(({ to }) => to === here);
  const list = useChosenInSight<HTMLDivElement>(here);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const now = all.findIndex((tab) => tab === document.activeElement);
    if (event.key === ' ') {
      event.preventDefault();
      all[now]?.click();
      return;
    }
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab, at) => (
          <Link
            key={tab.to}
            id={`${id}-tab-${String(at)}`}
            to={tab.to}
            role="tab"
            aria-selected={at === open}
            aria-controls={at === open ? `${id}-panel` : undefined}
            tabIndex={at === Math.max(open, 0) ? 0 : -1}
            className={styles.tab}
            preventScrollReset
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${String(open)}`}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  );
}
