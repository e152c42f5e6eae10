// The product: the client's page, then its features in six cards.
import { Check } from 'lucide-react';
import { Claim } from '../site/claim';
import type { ClaimName, Site } from '../site/site';
import { FeatureArt, type FeatureDrawing } from './art/feature-art';
import styles from './features.module.css';
import page from './landing-page.module.css';
import { ProductPicture } from './product-picture';

interface Feature {
  title: string;
  text: string;
  drawing: FeatureDrawing;
  claim?: ClaimName;
}

const features: Feature[] = [
  {
    title: 'Meeting Recap Magic',
    text: 'Paste the recap of a call. Needs, solution, prices and dates are extracted, each with the sentence it comes from.',
    drawing: 'recap',
  },
  {
    title: 'AI Proposal Generation',
    text: 'A complete draft from your words, then a chat for changes. You keep or reject each block, and no price is invented.',
    drawing: 'draft',
  },
  {
    title: 'Smart Website Auto-Fill',
    text: 'Name your website and your company profile fills itself in. You see which page each text is from.',
    drawing: 'website',
  },
  {
    title: 'Beautiful Proposal Links',
    text: 'Eight designs, your logo, your colors. The page reads as well on a phone as on a desk.',
    drawing: 'link',
    claim: 'links',
  },
  {
    title: 'Digital Signatures',
    text: 'What the client saw is what is signed. Both sides get a sealed PDF that anyone can verify, even without us.',
    drawing: 'signature',
    claim: 'signatures',
  },
  {
    title: 'Win Rate Analytics',
    text: 'Open, won and unanswered proposals, at a glance and month by month.',
    drawing: 'analytics',
    claim: 'notifications',
  },
];

export function Features({ site }: { site: Site }) {
  return (
    <section id="features" className={page.section} aria-labelledby="features-heading">
      <h2 id="features-heading" className={page.heading}>
        Your client opens a page, not an attachment
      </h2>
      <p className={page.intro}>
        In your colors, on a desk or a phone. They choose their options, ask about a paragraph, and sign. This
        one was made from the notes at the top.
      </p>
      <ProductPicture />
      <ul className={styles.cards}>
        {features.map(({ title, text, drawing, claim }) => (
          <li key={title} className={styles.card}>
            <FeatureArt drawing={drawing} />
            <div className={styles.words}>
              <h3>{title}</h3>
              <p>{text}</p>
              {claim !== undefined && (
                <Claim site={site} name={claim}>
                  {(words) => (
                    <p className={styles.claim}>
                      <Check aria-hidden size={18} />
                      {words}
                    </p>
                  )}
                </Claim>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
