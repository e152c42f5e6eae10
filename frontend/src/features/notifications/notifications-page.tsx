// All notifications of the user in this workspace, by day.
import { useInfiniteQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck, SlidersHorizontal } from 'lucide-react';
import type { Notification } from '@/api/gen/model';
import { useCountUnread } from '@/api/gen/notifications/notifications';
import { formatDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMember } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { notificationPagesQuery } from './notification-pages-query';
import { NotificationRow } from './notification-row';
import styles from './notifications-page.module.css';
import { RowsSkeleton } from './rows-skeleton';
import { useMarkRead } from './use-mark-read';

export function NotificationsPage() {
  const { workspace } = useMember();
  const list = useInfiniteQuery(notificationPagesQuery);
  const { data: count } = useCountUnread({ query: { enabled: false } });
  const read = useMarkRead();
  const all = list.data?.pages.flatMap(({ items }) => items);

  return (
    <Page
      narrow
      title="Notifications"
      lead={`Activity on your proposals in ${workspace.name}.`}
      actions={
        <>
          <Button
            icon={<CheckCheck aria-hidden size={17} />}
            disabled={(count?.unread ?? 0) === 0}
            busy={read.busy}
            onClick={read.all}
          >
            Mark all as read
          </Button>
          <ButtonLink
            to={paths.notificationSettings}
            variant="ghost"
            icon={<SlidersHorizontal aria-hidden size={17} />}
          >
            Notification settings
          </ButtonLink>
        </>
      }
    >
      {list.isPending && (
        <Panel className={styles.rows}>
          <RowsSkeleton rows={6} />
        </Panel>
      )}
      {list.isError && all === undefined && (
        <LoadFailure what="your notifications" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {all?.length === 0 && (
        <Notice
          art={<BellOff size={52} strokeWidth={1.4} />}
          title="No notifications yet"
          actions={
            <ButtonLink to={paths.proposals} variant="primary">
              Go to your proposals
            </ButtonLink>
          }
        >
          <p>
            When you have sent a proposal, you are notified here when its client opens, questions, signs or
            declines it.
          </p>
        </Notice>
      )}
      {all !== undefined && all.length > 0 && (
        <div className={styles.days}>
          {byDay(all).map(({ day, rows }) => (
            <section key={day} aria-label={day}>
              <h2 className={styles.day}>{day}</h2>
              <Panel className={styles.rows}>
                <ul>
                  {rows.map((notification) => (
                    <li key={notification.id}>
                      <NotificationRow
                        notification={notification}
                        onOpen={() => {
                          if (notification.readAt === undefined) read.one(notification.id);
                        }}
                      />
                    </li>
                  ))}
                </ul>
              </Panel>
            </section>
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older notifications
          </Button>
        </div>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className={styles.moreFailed}>
          Older notifications could not be loaded. Try again.
        </p>
      )}
    </Page>
  );
}

/** Newest first, in their order: notifications of one day are grouped. */
function byDay(notifications: readonly Notification[]): { day: string; rows: Notification[] }[] {
  const days: { day: string; rows: Notification[] }[] = [];
  for (const notification of notifications) {
    const day = formatDate(notification.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(notification);
    else days.push({ day, rows: [notification] });
  }
  return days;
}
