// Placeholders for a list in a settings panel.
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './account.module.css';

export function RowsSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.rows} aria-busy>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="22px" height="22px" round />
          <div className={styles.rowWords}>
            <Skeleton width="45%" />
            <Skeleton width="70%" />
          </div>
        </div>
      ))}
    </div>
  );
}
