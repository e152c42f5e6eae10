// Placeholders for the editor while its proposal loads.
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './editor.module.css';

export function EditorSkeleton() {
  return (
    <div className={styles.page} data-wide aria-busy>
      <p role="status" className="visually-hidden">
        Loading proposal
      </p>
      <div className={styles.bones}>
        <Skeleton width="120px" />
        <Skeleton width="min(520px, 80%)" height="2.4em" />
        <Skeleton width="260px" />
      </div>
      <div className={styles.layout}>
        <div className={styles.paper}>
          <div className={`${styles.bones ?? ''} ${styles.bonesPaper ?? ''}`}>
            <Skeleton width="45%" height="1.6em" />
            <Skeleton />
            <Skeleton />
            <Skeleton width="70%" />
            <Skeleton height="180px" />
            <Skeleton width="80%" />
          </div>
        </div>
        <div className={styles.railBones}>
          <Skeleton height="420px" />
        </div>
      </div>
    </div>
  );
}
