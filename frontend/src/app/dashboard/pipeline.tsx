// The number and value of proposals in each state, with links to them.
import { Link } from 'react-router';
import { ProposalStatus, type Dashboard } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { Skeleton } from '@/shared/ui/skeleton';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Amounts } from './amounts';
import { EmptyNote } from './section';
import styles from './pipeline.module.css';

export function Pipeline({ stages }: { stages: Dashboard['pipeline'] }) {
  if (stages.every(({ count }) => count === 0)) {
    return (
      <EmptyNote>
        <p>
          No proposals yet. <Link to={paths.newProposal()}>Create one</Link>, and follow it here from draft to
          signature.
        </p>
      </EmptyNote>
    );
  }
  const most = Math.max(...stages.map(({ count }) => count));
  return (
    <ul className={styles.list}>
      {stages.map(({ status, count, value }) => (
        <li key={status}>
          <Link to={paths.proposalsIn(status)} className={styles.row} data-none={count === 0 || undefined}>
            <StatusBadge status={status} />
            <span className={styles.track} aria-hidden>
              <span style={{ width: `${String((count / most) * 100)}%` }} />
            </span>
            <span className={styles.count}>
              {count}
              <span className="visually-hidden">{count === 1 ? ' proposal' : ' proposals'}</span>
            </span>
            {value.length > 0 && (
              <span className={styles.value}>
                <Amounts values={value} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The states are shown before their figures. */
export function PipelineSkeleton() {
  return (
    <div className={styles.list} aria-busy>
      {Object.values(ProposalStatus).map((status) => (
        <div key={status} className={styles.row}>
          <Skeleton width="76px" height="24px" />
          <span className={styles.track} />
          <Skeleton width="1em" />
        </div>
      ))}
    </div>
  );
}
