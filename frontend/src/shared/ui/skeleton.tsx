// Grey placeholders for content that is loading. Each screen composes them into the shape of its
// content.
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the height defaults to a line of text. */
  width?: string;
  height?: string;
  round?: boolean;
}

export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  return (
    <span aria-hidden className={styles.bone} data-round={round || undefined} style={{ width, height }} />
  );
}
