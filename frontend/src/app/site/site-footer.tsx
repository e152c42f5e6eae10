// The footer of every public page: links and the support address.
import { paths } from '@/shared/paths';
import { Logo } from '@/shared/ui/logo';
import type { Site } from './site';
import styles from './site-footer.module.css';

const columns = [
  {
    title: 'Product',
    links: [
      { href: paths.features, name: 'Features' },
      { href: paths.pricing, name: 'Pricing' },
      { href: paths.howItWorks, name: 'How It Works' },
    ],
  },
  {
    title: 'Company',
    links: [
      { href: paths.contact, name: 'About' },
      { href: paths.contact, name: 'Contact' },
      { href: paths.contact, name: 'Support' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { href: paths.privacyPolicy, name: 'Privacy Policy' },
      { href: paths.termsOfService, name: 'Terms of Service' },
    ],
  },
];

export function SiteFooter({ site, home = false }: { site: Site; home?: boolean }) {
  return (
    <footer className={styles.foot}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p>From the notes of a meeting to a signed proposal.</p>
          {site.supportEmail !== undefined && (
            <p>
              <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
            </p>
          )}
        </div>
        <nav className={styles.columns} aria-label="Footer">
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ href, name }) => (
                  <li key={name}>
                    <a href={home && href.startsWith('/#') ? href.slice(1) : href}>{name}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
