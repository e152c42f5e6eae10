// One audit entry; unfolded, it shows all details.
import { ChevronRight } from 'lucide-react';
import type { AuditLogEntry } from '@/api/gen/model';
import { formatExactTime, formatTime } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import styles from './audit-log.module.css';
import { phraseOf } from './sentence';

const marks = {
  person: undefined,
  key: 'API key',
  client: 'Client',
  site_admin: 'Site admin',
} as const;

export function LogEntry({ entry }: { entry: AuditLogEntry }) {
  const { words, target } = phraseOf(entry);
  const mark = marks[entry.actorKind];
  return (
    <details className={styles.entry}>
      <summary>
        <time dateTime={entry.at} title={formatExactTime(entry.at)} className={styles.time}>
          {formatTime(entry.at)}
        </time>
        <span className={styles.sentence}>
          <strong>{entry.actorName}</strong>
          {mark !== undefined && (
            <>
              {' '}
              <Badge>{mark}</Badge>
            </>
          )}{' '}
          {words}
          {target !== undefined && (
            <>
              {' '}
              <strong>{target}</strong>
            </>
          )}
        </span>
        <span className={styles.ip}>{entry.ip}</span>
        <ChevronRight aria-hidden size={17} className={styles.arrow} />
      </summary>
      <dl className={styles.details}>
        <dt>Time</dt>
        <dd>{formatExactTime(entry.at)}</dd>
        <dt>Address</dt>
        <dd>{entry.ip}</dd>
        <dt>Browser or program</dt>
        <dd>{entry.userAgent === '' ? 'Unknown' : entry.userAgent}</dd>
        <dt>Request</dt>
        <dd>
          <code>{entry.requestId}</code>
        </dd>
        {entry.targetId !== undefined && (
          <>
            <dt>Id</dt>
            <dd>
              <code>{entry.targetId}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
