// The three newest proposals and clients.
import { Link } from 'react-router';
import type { Client, ProposalCard } from '@/api/gen/model';
import { formatMoney, formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Avatar } from '@/shared/ui/avatar';
import { Skeleton } from '@/shared/ui/skeleton';
import { StatusBadge } from '@/shared/ui/status-badge';
import styles from './recent.module.css';

export function RecentProposals({ proposals }: { proposals: readonly ProposalCard[] }) {
  if (proposals.length === 0) {
    return (
      <p className={styles.empty}>
        No proposals yet. <Link to={paths.newProposal()}>Create one</Link> from your meeting notes.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {proposals.map(({ id, title, status, client, totalAmount, currency, createdAt }) => (
        <li key={id}>
          <Link to={paths.editProposal(id)} className={styles.row}>
            <span className={styles.main}>
              <strong>{title}</strong>
              <small>
                {client.companyName}, {formatShortDate(createdAt)}
              </small>
            </span>
            <span className={styles.side}>
              <StatusBadge status={status} />
              <span className={styles.amount}>{formatMoney(totalAmount, currency)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function RecentClients({ clients }: { clients: readonly Client[] }) {
  if (clients.length === 0) {
    return (
      <p className={styles.empty}>
        No clients yet. <Link to={paths.clients}>Add a client</Link> to address a proposal to them.
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {clients.map(({ id, companyName, firstName, lastName, logoUrl, scrapedInfo }) => (
        <li key={id}>
          <Link to={paths.clients} className={styles.row}>
            <Avatar names={[companyName]} imageUrl={scrapedInfo?.logoUrl ?? logoUrl} square />
            <span className={styles.main}>
              <strong>{companyName}</strong>
              <small>
                {firstName} {lastName}
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function RecentSkeleton() {
  return (
    <div className={styles.list} aria-busy>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.main}>
            <Skeleton width="55%" />
            <Skeleton width="35%" height="0.8em" />
          </span>
        </div>
      ))}
    </div>
  );
}
