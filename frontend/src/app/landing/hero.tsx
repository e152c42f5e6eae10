// The first screen: what the product is, the two calls to action, and the drawing from notes to a
// signed sheet.
import { Star } from 'lucide-react';
import { paths } from '@/shared/paths';
import { ButtonAnchor } from '@/shared/ui/button';
import { Claim } from '../site/claim';
import type { Site } from '../site/site';
import { RecapToProposal } from './art/recap-to-proposal';
import styles from './hero.module.css';

export function Hero({ site }: { site: Site }) {
  return (
    <div className={styles.hero}>
      <div className={styles.columns}>
        <div>
          <h1 className={styles.headline}>Paste your notes. Send a proposal they can sign.</h1>
          <p className={styles.lead}>
            Proffer turns a meeting recap into a priced proposal, shares it as a link, and takes your client’s
            signature.
          </p>
          <div className={styles.actions}>
            <ButtonAnchor href={paths.auth({ tab: 'register' })} variant="primary">
              Start Building Proposals
            </ButtonAnchor>
            <ButtonAnchor href="#features">See How It Works</ButtonAnchor>
          </div>
          <p className={styles.terms}>14-day free trial. No credit card required.</p>
          <ul className={styles.trust}>
            <Claim site={site} name="rating">
              {(text) => (
                <li>
                  <Star aria-hidden size={17} className={styles.star} />
                  {text}
                </li>
              )}
            </Claim>
            <Claim site={site} name="professionals">
              {(text) => <li>{text}</li>}
            </Claim>
          </ul>
        </div>
        <RecapToProposal />
      </div>
      <ul className={styles.figures}>
        <Claim site={site} name="faster">
          {(text) => <li>{text}</li>}
        </Claim>
        <Claim site={site} name="under_five">
          {(text) => <li>{text}</li>}
        </Claim>
        <Claim site={site} name="response">
          {(text) => <li>{text}</li>}
        </Claim>
      </ul>
    </div>
  );
}
