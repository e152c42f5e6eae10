// The frame of a signed-in screen: its width, its heading, and the document's title.
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** The window's title if the heading covers several screens. */
  windowTitle?: string;
  /** One line below the heading: the purpose of this screen. */
  lead?: ReactNode;
  /** Buttons at the end of the heading row. */
  actions?: ReactNode;
  /** Narrow pages hold one form or one column of text. */
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, windowTitle = title, lead, actions, narrow = false, children }: PageProps) {
  return (
    <div className={styles.page} data-narrow={narrow || undefined}>
      <title>{`${windowTitle} · Proffer`}</title>
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
