// Single sign-on of the workspace: its provider, its status, and its mail domains.
import { useGetSsoConnection } from '@/api/gen/identity/identity';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { ConnectionPanel } from './connection-panel';
import { DomainsPanel } from './domains-panel';
import { TestPanel } from './test-panel';
import styles from './sso.module.css';

export function SsoPage() {
  const { data: connection, error, refetch } = useGetSsoConnection();
  const exists = connection?.issuer !== undefined;
  return (
    <Page
      title="Single sign-on"
      lead="Your team signs in through your own identity provider, with OpenID Connect."
    >
      {error !== null && connection === undefined && (
        <LoadFailure what="single sign-on" error={error} onRetry={() => void refetch()} />
      )}
      {connection === undefined && error === null && <SsoSkeleton />}
      {connection !== undefined && (
        <div className={styles.panels}>
          <ConnectionPanel key={exists ? 'made' : 'none'} connection={connection} />
          {exists && <TestPanel />}
          <DomainsPanel domains={connection.domains} />
        </div>
      )}
    </Page>
  );
}

function SsoSkeleton() {
  return (
    <div aria-busy className={styles.panels}>
      <Panel className={styles.form}>
        <Skeleton width="160px" height="1.4em" />
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="52px" />
        ))}
      </Panel>
      <Panel className={styles.form}>
        <Skeleton width="120px" height="1.4em" />
        <Skeleton height="52px" />
      </Panel>
    </div>
  );
}
