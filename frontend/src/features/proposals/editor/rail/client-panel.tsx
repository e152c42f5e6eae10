// The proposal's client and validity.
import { Link } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Panel } from '@/shared/ui/panel';
import styles from '../panels.module.css';

export function ClientPanel({ proposal: { client, validUntil } }: { proposal: Proposal }) {
  return (
    <Panel className={styles.panel}>
      <h2>Client</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Company</dt>
          <dd>{client.companyName}</dd>
        </div>
        <div>
          <dt>Contact</dt>
          <dd>
            {client.firstName} {client.lastName}
          </dd>
        </div>
        {validUntil !== undefined && (
          <div>
            <dt>Valid until</dt>
            <dd>{formatDate(validUntil)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.quiet}>
        <Link to={paths.clients}>Go to your clients</Link>
      </p>
    </Panel>
  );
}
