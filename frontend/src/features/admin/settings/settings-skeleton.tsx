// Placeholders for the settings while they load.
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './settings.module.css';

export function SettingsSkeleton() {
  return (
    <div aria-busy className={styles.cards}>
      {[1, 2, 3].map((card) => (
        <Panel key={card} className={styles.card}>
          <Skeleton width="min(260px, 70%)" height="1.4em" />
          <Skeleton width="min(480px, 95%)" />
          <Skeleton height="120px" />
        </Panel>
      ))}
    </div>
  );
}
