// The features of Pro.
import { Check } from 'lucide-react';
import { Panel } from '@/shared/ui/panel';
import styles from './subscription.module.css';

const FEATURES = [
  'Unlimited proposals',
  'AI-powered content generation',
  'Team collaboration',
  'Client management',
  'Digital signatures',
  'Custom branding',
  'Advanced analytics',
  'Priority support',
];

export function FeaturesCard() {
  return (
    <Panel role="region" aria-labelledby="pro-features" className={styles.card}>
      <h2 id="pro-features">Pro Features</h2>
      <ul className={styles.features}>
        {FEATURES.map((feature) => (
          <li key={feature}>
            <Check aria-hidden size={18} />
            {feature}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
