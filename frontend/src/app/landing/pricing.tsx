// The price, laid out like a proposal: the features, the sum, and a signature line.
import { paths } from '@/shared/paths';
import { ButtonAnchor } from '@/shared/ui/button';
import { Claim } from '../site/claim';
import type { Site } from '../site/site';
import page from './landing-page.module.css';
import styles from './pricing.module.css';

const included = [
  'AI-powered content generation',
  'Client management',
  'Team collaboration',
  'Digital signatures',
  'Custom branding',
  'Advanced analytics',
  'Priority support',
];

export function Pricing({ site }: { site: Site }) {
  return (
    <section id="pricing" className={`${page.section} ${styles.pricing}`} aria-labelledby="pricing-heading">
      <div>
        <h2 id="pricing-heading" className={page.heading}>
          One plan, priced like a proposal
        </h2>
        <p className={page.intro}>
          Everything is included. Try it for two weeks with real clients; you enter a card only if you
          subscribe.
        </p>
      </div>
      <div className={styles.paper}>
        <div className={styles.sheet}>
          <div className={styles.title}>
            <h3>Pro</h3>
            <p className={styles.price}>
              <strong>$9</strong> per month per user
            </p>
          </div>
          <ul className={styles.included}>
            <Claim site={site} name="unlimited">
              {(text) => <li>{text}</li>}
            </Claim>
            {included.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <dl className={styles.terms}>
            <div>
              <dt>14-day free trial</dt>
              <dd>$0.00</dd>
            </div>
            <div>
              <dt>Credit card to start</dt>
              <dd>No credit card required</dd>
            </div>
            <div>
              <dt>Minimum term</dt>
              <dd>Cancel anytime</dd>
            </div>
          </dl>
          <div className={styles.start}>
            <span className={styles.line} aria-hidden>
              ×
            </span>
            <ButtonAnchor className={styles.button} href={paths.auth({ tab: 'register' })}>
              Start Free Trial
            </ButtonAnchor>
          </div>
        </div>
      </div>
    </section>
  );
}
