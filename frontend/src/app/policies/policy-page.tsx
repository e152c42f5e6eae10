// The frame of a policy: a title with its date, the contents, and numbered sections.
import type { ReactNode } from 'react';
import type { Site } from '../site/site';
import { SiteFooter } from '../site/site-footer';
import { SiteHeader } from '../site/site-header';
import styles from './policy-page.module.css';

export interface Part {
  /** Its anchor on the page. */
  id: string;
  title: string;
  text: ReactNode;
}

interface Props {
  site: Site;
  title: string;
  intro: ReactNode;
  parts: Part[];
}

export function PolicyPage({ site, title, intro, parts }: Props) {
  return (
    <div className={styles.page}>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={styles.main}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.date}>
            Effective <time dateTime="2025-01-01">January 1, 2025</time>
          </p>
          <p className={styles.intro}>{intro}</p>
        </div>
        <nav className={styles.parts} aria-label="On this page">
          <ol>
            {parts.map((part) => (
              <li key={part.id}>
                <a href={`#${part.id}`}>{part.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          {parts.map((part, index) => (
            <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`}>
              <h2 id={`${part.id}-title`}>
                {index + 1}. {part.title}
              </h2>
              {part.text}
            </section>
          ))}
        </div>
      </main>
      <SiteFooter site={site} />
    </div>
  );
}

/** The support address; the contact form if the address is unknown. */
export function SupportAddress({ site: { supportEmail } }: { site: Site }) {
  return supportEmail === undefined ? (
    <a href="/contact">the contact form</a>
  ) : (
    <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
  );
}
