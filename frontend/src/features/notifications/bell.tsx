// The bell in the header: the unread count, and the newest entries in a panel. On a narrow screen
// it links to the whole list.
import { Bell as BellIcon, CheckCheck, Settings } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useListNotifications } from '@/api/gen/notifications/notifications';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import styles from './bell.module.css';
import { NotificationRow } from './notification-row';
import { RowsSkeleton } from './rows-skeleton';
import { useMarkRead } from './use-mark-read';

const SHOWN = 8;

const label = (unread: number) =>
  unread === 0 ? 'Notifications' : `Notifications, ${String(unread)} unread`;

function Count({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className={styles.count} aria-hidden>
      {unread > 99 ? '99+' : unread}
    </span>
  );
}

/** For the bar of a wide screen. */
export function Bell({ unread }: { unread: number }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    // Listens anywhere: a button that becomes disabled loses the focus.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-label={label(unread)}
        title="Notifications"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <BellIcon aria-hidden size={20} />
        <Count unread={unread} />
      </button>
      <span role="status" className="visually-hidden">
        {unread > 0 && `${String(unread)} unread`}
      </span>
      {open && (
        <section id={panelId} aria-label="Notifications" className={styles.panel}>
          <Newest
            unread={unread}
            onGo={() => {
              setOpen(false);
            }}
          />
        </section>
      )}
    </div>
  );
}

/** For the bar of a narrow screen, where a panel would fill the screen anyway. */
export function BellLink({ unread, onGo }: { unread: number; onGo: () => void }) {
  return (
    <Link to={paths.notifications} className={styles.bell} aria-label={label(unread)} onClick={onGo}>
      <BellIcon aria-hidden size={22} />
      <Count unread={unread} />
    </Link>
  );
}

function Newest({ unread, onGo }: { unread: number; onGo: () => void }) {
  const { data, error, refetch } = useListNotifications({ limit: SHOWN });
  const read = useMarkRead();
  return (
    <>
      <div className={styles.head}>
        <h2>Notifications</h2>
        <Button
          size="sm"
          variant="ghost"
          icon={<CheckCheck aria-hidden size={16} />}
          disabled={unread === 0}
          busy={read.busy}
          onClick={read.all}
        >
          Mark all as read
        </Button>
      </div>
      <div className={styles.rows}>
        {data === undefined && error === null && <RowsSkeleton rows={3} />}
        {data === undefined && error !== null && (
          <LoadFailure what="your notifications" error={error} onRetry={() => void refetch()} inPanel />
        )}
        {data?.length === 0 && (
          <p className={styles.none}>
            Nothing yet. You are notified here when a client opens, questions or signs a proposal.
          </p>
        )}
        {data !== undefined && data.length > 0 && (
          <ul>
            {data.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  onOpen={() => {
                    if (notification.readAt === undefined) read.one(notification.id);
                    onGo();
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.foot}>
        <Link to={paths.notifications} onClick={onGo}>
          See all
        </Link>
        <Link to={paths.notificationSettings} onClick={onGo}>
          <Settings aria-hidden size={15} />
          Notification settings
        </Link>
      </div>
    </>
  );
}
