// The industry that a website speaks of: shown, and kept nowhere.
import type { ScrapedCompany } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import styles from './source-note.module.css';

export function Industry({ found }: { found: ScrapedCompany | undefined }) {
  if (found?.industry === undefined) return null;
  return (
    <p className={styles.industry}>
      Detected industry: <Badge tone="good">{found.industry}</Badge>
    </p>
  );
}
