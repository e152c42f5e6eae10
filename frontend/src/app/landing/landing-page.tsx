// The landing page: what Proffer does. It needs no session, no router and no script, because it is written to
// a file when the front end is built; the app shows the same component after signing out.
import type { Site } from '../site/site';
import { SiteFooter } from '../site/site-footer';
import { SiteHeader } from '../site/site-header';
import { Closing } from './closing';
import { Comparison } from './comparison';
import { Features } from './features';
import { Hero } from './hero';
import { HowItWorks } from './how-it-works';
import { Pricing } from './pricing';
import styles from './landing-page.module.css';

export function LandingPage({ site }: { site: Site }) {
  return (
    <div className={styles.page}>
      <SiteHeader home />
      <main id="content" tabIndex={-1}>
        <Hero site={site} />
        <HowItWorks />
        <Features site={site} />
        <Comparison />
        <Pricing site={site} />
        <Closing />
      </main>
      <SiteFooter site={site} home />
    </div>
  );
}
