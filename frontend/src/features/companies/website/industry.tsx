// The industry found on a website: shown, but not stored.
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
