// The two-part frame of the account screens: a description of Proffer on one side, the form on the
// other.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Logo } from '@/shared/ui/logo';
import { SignedSheet } from '@/shared/ui/signed-sheet';
import styles from './auth-frame.module.css';

export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <title>{`${title} · Proffer`}</title>
      <aside className={styles.story}>
        <p className={styles.claim}>From the notes of a meeting to a signed proposal.</p>
        <SignedSheet />
      </aside>
      <main className={styles.main}>
        <Link to={paths.home} className={styles.home} aria-label="Proffer, home">
          <Logo />
        </Link>
        <div className={styles.column}>{children}</div>
      </main>
    </div>
  );
}
