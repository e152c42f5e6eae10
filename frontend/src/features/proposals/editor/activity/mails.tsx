// The mails about the proposal, and their delivery state.
import { MailX } from 'lucide-react';
import type { Delivery, MailKind } from '@/api/gen/model';
import { Panel } from '@/shared/ui/panel';
import { RelativeTime } from '@/shared/ui/relative-time';
import { MailState } from '../send/mail-state';
import styles from './activity.module.css';

const KINDS: Record<MailKind, string> = {
  proposal: 'Proposal',
  reminder: 'Reminder',
  answer: 'Confirmation of the answer',
  evidence: 'Signed document',
  notification: 'Notice to your team',
};

export function Mails({ mails }: { mails: readonly Delivery[] }) {
  return (
    <Panel className={styles.panel}>
      <h2>Mails</h2>
      {mails.length === 0 ? (
        <p className={styles.empty}>
          <MailX size={20} aria-hidden />
          No mail about this proposal yet. The first one is created when you send it.
        </p>
      ) : (
        <ol className={styles.mails}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <p>
                <strong>{KINDS[mail.kind]}</strong> to{' '}
                {mail.toName === '' ? mail.toEmail : `${mail.toName} (${mail.toEmail})`}
              </p>
              <p className={styles.subject}>{mail.subject}</p>
              <MailState mail={mail} />
              <p className={styles.quiet}>
                <RelativeTime iso={mail.settledAt ?? mail.createdAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
