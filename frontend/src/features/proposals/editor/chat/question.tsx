// The messages of users: the team's questions with their outcomes, and the client's messages.
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import type { ChatMessage } from '@/api/gen/model';
import { formatDateTime, formatTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Avatar } from '@/shared/ui/avatar';
import { Button } from '@/shared/ui/button';
import styles from './messages.module.css';
import { USAGE_EXCEEDED } from './use-conversation';

export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={styles.time}>
      {formatTime(iso)}
    </time>
  );
}

/** The text as it was typed, with its author for screen readers. */
export function TeamWords({ text }: { text: string }) {
  return (
    <p className={styles.words}>
      <span className="visually-hidden">Your team: </span>
      {text}
    </p>
  );
}

interface UnansweredProps {
  reason: string;
  code: string | undefined;
  /** Absent for users who cannot ask. */
  onAgain?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
  /** Another question is being answered. */
  busy: boolean;
}

/** Why a question has no answer, and the possible actions. */
export function Unanswered({ reason, code, onAgain, onEdit, busy }: UnansweredProps) {
  return (
    <div className={styles.unanswered}>
      <p>
        <strong>Not answered.</strong> {reason}{' '}
        {code === USAGE_EXCEEDED && <Link to={paths.usage}>See your AI usage</Link>}
      </p>
      {onAgain !== undefined && (
        <div className={styles.again}>
          <Button size="sm" icon={<RotateCcw aria-hidden size={15} />} disabled={busy} onClick={onAgain}>
            Try Again
          </Button>
          {onEdit !== undefined && (
            <Button size="sm" variant="ghost" onClick={onEdit}>
              Edit
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The author of a client's message. */
export function ClientHead({ message }: { message: ChatMessage }) {
  const { senderName, senderEmail = '', createdAt } = message;
  const name = senderName ?? senderEmail;
  return (
    <div className={styles.client}>
      <Avatar names={[name]} size={32} />
      <p className={styles.sender}>
        <span>
          <strong>{name}</strong> <Time iso={createdAt} />
        </span>
        {senderEmail !== '' && <a href={`mailto:${senderEmail}`}>{senderEmail}</a>}
      </p>
    </div>
  );
}
