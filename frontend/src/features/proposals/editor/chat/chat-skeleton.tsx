import { Skeleton } from '@/shared/ui/skeleton';
import styles from './chat.module.css';

/** Placeholders for a question, an answer, and the input. */
export function ChatSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy>
      <Skeleton width="62%" height="44px" />
      <Skeleton width="34%" />
      <Skeleton />
      <Skeleton width="88%" />
      <Skeleton height="96px" />
    </div>
  );
}
