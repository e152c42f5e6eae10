// The sign-in providers: linked ones, and available ones.
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import {
  getListIdentitiesQueryKey,
  useListIdentities,
  useListSignInProviders,
  useUnlinkIdentity,
} from '@/api/gen/identity/identity';
import type { Identity } from '@/api/gen/model';
import { isSignedOut, userMessage } from '@/api/problem';
import { formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { RelativeTime } from '@/shared/ui/relative-time';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from './account.module.css';
import { RowsSkeleton } from './rows-skeleton';

export function IdentitiesPanel() {
  const identities = useListIdentities();
  const { data: providers = [] } = useListSignInProviders();
  const linked = identities.data;
  const open = providers.filter(({ name }) => linked?.every(({ provider }) => provider !== name));

  return (
    <SettingsPanel
      title="Linked sign-ins"
      lead="Providers that you can use to sign in instead of your password."
    >
      {linked?.length === 0 && (
        <p className={styles.hint}>
          {open.length > 0
            ? 'No provider is linked yet.'
            : 'No provider is linked. If your workspace uses single sign-on, it appears here once you have signed in with it.'}
        </p>
      )}
      {linked !== undefined && linked.length > 0 && (
        <ul className={styles.rows}>
          {linked.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
      {linked === undefined && identities.error === null && <RowsSkeleton count={1} />}
      {linked === undefined && identities.error !== null && (
        <LoadFailure
          inPanel
          what="your linked sign-ins"
          error={identities.error}
          onRetry={() => void identities.refetch()}
        />
      )}
      {open.length > 0 && (
        <div className={styles.buttons}>
          {open.map(({ id, name }) => (
            <ButtonLink
              key={id}
              to={paths.startProvider(id, { link: '1', returnTo: paths.securitySettings })}
              reloadDocument
              size="sm"
              icon={<Link2 aria-hidden size={16} />}
            >
              Link {name}
            </ButtonLink>
          ))}
        </div>
      )}
    </SettingsPanel>
  );
}

function IdentityRow({ identity }: { identity: Identity }) {
  const queryClient = useQueryClient();
  const unlink = useUnlinkIdentity({
    mutation: {
      onSuccess: () => {
        queryClient.setQueryData(getListIdentitiesQueryKey(), (before: Identity[] | undefined) =>
          before?.filter(({ id }) => id !== identity.id),
        );
        showToast({ title: 'Unlinked', description: `You no longer sign in with ${identity.provider}.` });
      },
    },
  });
  return (
    <li className={styles.row}>
      <Link2 aria-hidden size={22} strokeWidth={1.6} className={styles.rowIcon} />
      <div className={styles.rowWords}>
        <p className={styles.rowName}>{identity.provider}</p>
        <p className={styles.hint}>
          {identity.email} · linked {formatShortDate(identity.createdAt)} · last used{' '}
          <RelativeTime iso={identity.lastUsedAt} />
        </p>
        {/* Stays, unlike a toast: the last sign-in method needs an action first. */}
        {unlink.error !== null && !isSignedOut(unlink.error) && (
          <p role="alert" className={styles.error}>
            {userMessage(unlink.error, 'It could not be unlinked. Please try again.')}
          </p>
        )}
      </div>
      <Button
        size="sm"
        aria-label={`Unlink ${identity.provider}`}
        busy={unlink.isPending}
        onClick={() => {
          unlink.mutate({ identityId: identity.id });
        }}
      >
        Unlink
      </Button>
    </li>
  );
}
