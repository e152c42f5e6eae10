// A section of the dashboard: its heading, a link to the full list, and its content.
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** One line under the heading. */
  lead?: string;
  /** The address of the full list. */
  all?: string;
  children: ReactNode;
}

export function Section({ title, lead, all, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {all !== undefined && (
          <Link to={all} aria-label={`View all: ${title}`}>
            View all
          </Link>
        )}
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** The content of an empty section. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <div className={styles.nothing}>{children}</div>;
}
