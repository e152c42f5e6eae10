// One notification: actor, action, time, and the client's words. It links to its subject, and
// opening it marks it as read.
import {
  CalendarClock,
  CalendarX,
  CircleAlert,
  CreditCard,
  Eye,
  Hourglass,
  MessageSquareText,
  PenLine,
  ThumbsDown,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Notification, NotificationKind } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { RelativeTime } from '@/shared/ui/relative-time';
import styles from './notification-row.module.css';
import { sentenceOf } from './sentence';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  viewed: Eye,
  changes_requested: MessageSquareText,
  signed: PenLine,
  declined: ThumbsDown,
  expiring: CalendarClock,
  expired: CalendarX,
  member_joined: UserPlus,
  trial_ending: Hourglass,
  payment_failed: CreditCard,
  plan_ended: CircleAlert,
};

const ofPlan: ReadonlySet<NotificationKind> = new Set(['trial_ending', 'payment_failed', 'plan_ended']);

/** The link, if an action is possible. */
function targetOf({ kind, proposalId }: Notification): string {
  if (ofPlan.has(kind)) return paths.subscription;
  return proposalId === undefined ? paths.teamSettings : paths.editProposal(proposalId);
}

interface NotificationRowProps {
  notification: Notification;
  onOpen: () => void;
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { kind, words, createdAt, readAt } = notification;
  const Icon = icons[kind];
  const sentence = sentenceOf(notification);
  return (
    <Link
      to={targetOf(notification)}
      className={styles.row}
      data-unread={readAt === undefined || undefined}
      onClick={onOpen}
    >
      <span className={styles.icon} data-kind={kind} aria-hidden>
        <Icon size={18} />
      </span>
      <span className={styles.text}>
        <span className={styles.sentence}>
          {readAt === undefined && <span className="visually-hidden">Unread: </span>}
          {sentence.actor !== undefined && <strong>{sentence.actor}</strong>} {sentence.words}{' '}
          <strong>{sentence.subject}</strong>
        </span>
        {words !== undefined && words !== '' && <span className={styles.words}>{words}</span>}
        <span className={styles.time}>
          <RelativeTime iso={createdAt} />
        </span>
      </span>
    </Link>
  );
}
