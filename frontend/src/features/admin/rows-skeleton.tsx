// Placeholders for a list of rows that is loading.
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './rows.module.css';

export function RowsSkeleton() {
  return (
    <Panel className={styles.panel} aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles.bones}>
          <Skeleton width="min(220px, 70%)" />
          <Skeleton width="min(360px, 95%)" height="0.8em" />
        </div>
      ))}
    </Panel>
  );
}
