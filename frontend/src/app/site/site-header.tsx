// The header of every public page, with a skip link for keyboard users.
import { paths } from '@/shared/paths';
import { ButtonAnchor } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import styles from './site-header.module.css';

const parts = [
  { href: paths.howItWorks, name: 'How It Works' },
  { href: paths.features, name: 'Features' },
  { href: paths.pricing, name: 'Pricing' },
];

/** `home`: on the landing page itself, its parts are anchors on this page. */
export function SiteHeader({ home = false }: { home?: boolean }) {
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <a className={styles.home} href={home ? '#content' : paths.home} aria-label="Proffer, home">
            <Logo />
          </a>
          <nav className={styles.parts} aria-label="This page">
            {parts.map(({ href, name }) => (
              <a key={name} href={home ? href.slice(1) : href}>
                {name}
              </a>
            ))}
          </nav>
          <nav className={styles.account} aria-label="Account">
            <a href={paths.auth()}>Sign In</a>
            <ButtonAnchor href={paths.auth({ tab: 'register' })} variant="primary" size="sm">
              Get Started Free
            </ButtonAnchor>
          </nav>
        </div>
      </header>
    </>
  );
}
