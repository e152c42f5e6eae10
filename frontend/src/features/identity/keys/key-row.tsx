// One key: its purpose, scopes, creator and last use.
import { useState } from 'react';
import type { ApiKey } from '@/api/gen/model';
import { formatDateTime, formatShortDate } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './api-keys.module.css';
import { scopeWords } from './scopes';

export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: (key: ApiKey) => void }) {
  const may = useMay();
  const [now] = useState(() => Date.now());
  const { name, prefix, scopes, madeBy, createdAt, expiresAt, lastUsedAt } = apiKey;
  const expired = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return (
    <Panel className={styles.key}>
      <div className={styles.keyHead}>
        <div className={styles.keyNames}>
          <h2>
            {name} {expired && <Badge tone="danger">Expired</Badge>}
          </h2>
          <code className={styles.prefix}>{prefix}…</code>
        </div>
        {may('api_keys:delete') && (
          <Button
            size="sm"
            aria-label={`Revoke ${name}`}
            onClick={() => {
              onRevoke(apiKey);
            }}
          >
            Revoke
          </Button>
        )}
      </div>
      <ul className={styles.scopes} aria-label={`Permissions of ${name}`}>
        {scopes.map((scope) => {
          const { label, sensitive } = scopeWords(scope);
          return (
            <li key={scope} title={label}>
              <Badge code tone={sensitive === true ? 'warning' : 'neutral'}>
                {scope}
              </Badge>
            </li>
          );
        })}
      </ul>
      <dl className={styles.facts}>
        <div>
          <dt>Made</dt>
          <dd>
            {formatShortDate(createdAt)} by {madeBy}
          </dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd title={lastUsedAt === undefined ? undefined : formatDateTime(lastUsedAt)}>
            {lastUsedAt === undefined ? 'Never' : formatShortDate(lastUsedAt)}
          </dd>
        </div>
        <div>
          <dt>{expired ? 'Expired' : 'Expires'}</dt>
          <dd title={expiresAt === undefined ? undefined : formatDateTime(expiresAt)}>
            {expiresAt === undefined ? 'Never' : formatShortDate(expiresAt)}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
