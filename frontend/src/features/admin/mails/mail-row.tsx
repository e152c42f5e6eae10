// One mail of the site.
import type { MailDelivery } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { RelativeTime } from '@/shared/ui/relative-time';
import styles from '../rows.module.css';
import { MAIL_STATES } from './mail-pages-query';

export function MailRow({ mail }: { mail: MailDelivery }) {
  const { kind, recipient, workspaceName, state, attempts, lastError, createdAt, sentAt } = mail;
  const { label, tone } = MAIL_STATES[state];
  return (
    <li className={styles.row} data-pair>
      <div className={styles.what}>
        <h2 className={styles.name}>{kind}</h2>
        <p>
          To {recipient}
          {workspaceName !== undefined && `, from ${workspaceName}`}
        </p>
        <p>
          Written <RelativeTime iso={createdAt} />
          {sentAt !== undefined && (
            <>
              , sent <RelativeTime iso={sentAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.state}>
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</p>
      </div>
      {lastError !== undefined && <pre className={styles.error}>{lastError}</pre>}
    </li>
  );
}
