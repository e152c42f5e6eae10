// The numbers of added, changed and skipped clients and lines.
import { formatCount } from '../words';
import styles from './counts.module.css';

interface CountsProps {
  added: number;
  updated: number;
  skipped: number;
  /** The import has not run yet. */
  ahead?: boolean;
}

export function Counts({ added, updated, skipped, ahead = false }: CountsProps) {
  const counts = [
    { label: ahead ? 'to add' : 'added', count: added },
    { label: ahead ? 'to update' : 'updated', count: updated },
    { label: ahead ? 'to skip' : 'skipped', count: skipped },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, count }) => (
        <div key={label} data-none={count === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
