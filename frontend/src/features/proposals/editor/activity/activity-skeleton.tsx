// Placeholders for the activity while it loads.
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './activity.module.css';

export const ActivitySkeleton = () => (
  <div aria-busy="true" aria-label="Loading the activity" role="status" className={styles.stack}>
    <Panel className={styles.panel}>
      <Skeleton width="45%" height="1.3em" />
      <Skeleton width="80%" />
      <Skeleton />
      <Skeleton width="65%" />
    </Panel>
    <Panel className={styles.panel}>
      <Skeleton width="35%" height="1.3em" />
      {['70%', '54%', '76%', '62%'].map((width) => (
        <div key={width} className={styles.bone}>
          <Skeleton round width="32px" height="32px" />
          <Skeleton width={width} />
        </div>
      ))}
    </Panel>
  </div>
);
