// The account's sessions, and ending them.
import { useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import {
  getListSessionsQueryKey,
  useListSessions,
  useRevokeOtherSessions,
  useRevokeSession,
} from '@/api/gen/identity/identity';
import type { Session } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { RelativeTime } from '@/shared/ui/relative-time';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './account.module.css';
import { RowsSkeleton } from './rows-skeleton';
import { describeUserAgent } from './user-agent';

export function SessionsPanel() {
  const queryClient = useQueryClient();
  const { data: sessions, error, refetch } = useListSessions();
  const keep = (stays: (session: Session) => boolean) => {
    queryClient.setQueryData(getListSessionsQueryKey(), (before: Session[] | undefined) =>
      before?.filter(stays),
    );
  };
  const others = useRevokeOtherSessions({
    mutation: {
      onSuccess: () => {
        keep(({ isCurrent }) => isCurrent);
        showToast({
          title: 'Signed out everywhere else',
          description: 'Only this browser is signed in now.',
        });
      },
      onError: (failure) => {
        toastFailure(failure, { title: 'The other browsers could not be signed out' });
      },
    },
  });
  const several = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;

  return (
    <SettingsPanel
      title="Where you are signed in"
      lead="Sign out what you do not recognize, then change your password."
      action={
        several ? (
          <Button
            size="sm"
            busy={others.isPending}
            onClick={() => {
              others.mutate();
            }}
          >
            Sign out everywhere else
          </Button>
        ) : undefined
      }
    >
      {sessions !== undefined && (
        <ul className={styles.rows}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onRevoked={() => {
                keep(({ id }) => id !== session.id);
              }}
            />
          ))}
        </ul>
      )}
      {sessions === undefined && error === null && <RowsSkeleton count={2} />}
      {sessions === undefined && error !== null && (
        <LoadFailure inPanel what="your sessions" error={error} onRetry={() => void refetch()} />
      )}
    </SettingsPanel>
  );
}

function SessionRow({ session, onRevoked }: { session: Session; onRevoked: () => void }) {
  const { browser, system, handheld } = describeUserAgent(session.userAgent);
  const name = system === undefined ? browser : `${browser} on ${system}`;
  const Icon = handheld ? Smartphone : Monitor;
  const revoke = useRevokeSession({
    mutation: {
      onSuccess: () => {
        onRevoked();
        showToast({ title: 'Signed out', description: `${name} is signed out.` });
      },
      onError: (error) => {
        toastFailure(error, { title: 'It could not be signed out' });
      },
    },
  });
  return (
    <li className={styles.row}>
      <Icon aria-hidden size={22} strokeWidth={1.6} className={styles.rowIcon} />
      <div className={styles.rowWords}>
        <p className={styles.rowName} title={session.userAgent}>
          {name}
          {session.isCurrent && <span className={styles.here}>This browser</span>}
        </p>
        <p className={styles.hint}>
          {session.isCurrent ? (
            'In use now'
          ) : (
            <>
              Last seen <RelativeTime iso={session.lastSeenAt} />
            </>
          )}
          {' · '}
          {session.ip}
        </p>
        <p className={styles.hint}>Signed in {formatDateTime(session.createdAt)}</p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          aria-label={`Sign out ${name}`}
          busy={revoke.isPending}
          onClick={() => {
            revoke.mutate({ sessionId: session.id });
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
