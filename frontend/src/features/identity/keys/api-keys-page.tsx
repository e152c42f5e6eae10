// API keys: the list, creating and revoking.
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useListApiKeys } from '@/api/gen/identity/identity';
import type { ApiKey } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './api-keys.module.css';
import { CreateKeyDialog } from './create-key-dialog';
import { useKeptKey } from './kept-key';
import { KeyRow } from './key-row';
import { RevokeKeyDialog } from './revoke-key-dialog';

export function ApiKeysPage() {
  const may = useMay();
  const { data, error, refetch } = useListApiKeys();
  const [creating, setCreating] = useState(useKeptKey());
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const none = data?.keys.length === 0;
  const createButton = may('api_keys:create') && data !== undefined && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={18} />}
      onClick={() => {
        setCreating(true);
      }}
    >
      Create Key
    </Button>
  );

  return (
    <Page
      title="API keys"
      lead={
        <>
          For programs that work with this workspace: your CRM, a script, an automation. The available
          operations are listed in the <a href="/api/docs">API reference</a>.
        </>
      }
      actions={none ? undefined : createButton}
    >
      {error !== null && data === undefined && (
        <LoadFailure what="the API keys" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <KeysSkeleton />}
      {none && (
        <Notice art={<KeyRound size={52} strokeWidth={1.4} />} title="No API keys yet" actions={createButton}>
          <p>
            With a key, a program can read your clients or create proposals. You choose its permissions, which
            never exceed your own, and can revoke it at any time.
          </p>
        </Notice>
      )}
      {data !== undefined && data.keys.length > 0 && (
        <ul className={styles.keys}>
          {data.keys.map((key) => (
            <li key={key.id}>
              <KeyRow apiKey={key} onRevoke={setRevoking} />
            </li>
          ))}
        </ul>
      )}
      {creating && data !== undefined && (
        <CreateKeyDialog
          scopes={data.scopes}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {revoking !== null && (
        <RevokeKeyDialog
          apiKey={revoking}
          onClose={() => {
            setRevoking(null);
          }}
        />
      )}
    </Page>
  );
}

function KeysSkeleton() {
  return (
    <div aria-busy className={styles.keys}>
      {[1, 2].map((row) => (
        <Panel key={row} className={styles.key}>
          <Skeleton width="min(220px, 60%)" height="1.3em" />
          <Skeleton width="min(340px, 90%)" />
          <Skeleton width="min(480px, 100%)" />
        </Panel>
      ))}
    </div>
  );
}
