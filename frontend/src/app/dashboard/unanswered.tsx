// Viewed but unanswered proposals, the longest waiting first, with a suggested action.
import { Link } from 'react-router';
import type { Dashboard } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { toNextStep } from '@/shared/lib/next-step';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { RelativeTime } from '@/shared/ui/relative-time';
import { Skeleton } from '@/shared/ui/skeleton';
import { EmptyNote } from './section';
import { suggestionWords } from './suggestions';
import styles from './unanswered.module.css';

type Waiting = Dashboard['unanswered'][number];

export function Unanswered({ proposals }: { proposals: readonly Waiting[] }) {
  if (proposals.length === 0) {
    return (
      <EmptyNote>
        <p>No client has left a proposal unanswered.</p>
        <p>When a client has opened a proposal but not answered it, it appears here with a suggestion.</p>
      </EmptyNote>
    );
  }
  return (
    <ul className={styles.list}>
      {proposals.map((proposal) => (
        <Row key={proposal.id} {...proposal} />
      ))}
    </ul>
  );
}

function Row({
  id,
  title,
  clientName,
  sentAt,
  lastViewedAt,
  views,
  totalAmount,
  currency,
  suggestion,
}: Waiting) {
  const { why, action, step } = suggestionWords(suggestion);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to={paths.editProposal(id)} className={styles.title}>
          {title}
        </Link>
        <span className={styles.amount}>{formatMoney(totalAmount, currency)}</span>
      </div>
      <p className={styles.when}>
        <span className={styles.client}>{clientName}</span>
        <span>
          Sent <RelativeTime iso={sentAt} />
        </span>
        <span>
          {views === 1 ? 'Viewed once, ' : `Viewed ${String(views)} times, last `}
          <RelativeTime iso={lastViewedAt} />
        </span>
      </p>
      <div className={styles.next}>
        <p>{why}</p>
        <ButtonLink
          size="sm"
          to={paths.editProposal(id)}
          state={toNextStep(step)}
          aria-label={`${action}: ${title}`}
        >
          {action}
        </ButtonLink>
      </div>
    </li>
  );
}

export function UnansweredSkeleton() {
  return (
    <div className={styles.list} aria-busy>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="60%" />
          <Skeleton width="80%" height="0.8em" />
          <Skeleton width="45%" height="2em" />
        </div>
      ))}
    </div>
  );
}
