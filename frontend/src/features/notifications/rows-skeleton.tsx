// Placeholders for notifications that are loading.
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './rows-skeleton.module.css';

export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="34px" height="34px" />
          <div className={styles.lines}>
            <Skeleton width={['80%', '64%', '72%'][row % 3] ?? '70%'} />
            <Skeleton width="90px" height="0.8em" />
          </div>
        </div>
      ))}
    </div>
  );
}
