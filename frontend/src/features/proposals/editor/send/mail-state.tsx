// The status of a mail in words: it counts as sent only once the mail server has accepted it.
import { Check, CircleAlert, Clock } from 'lucide-react';
import type { Delivery, DeliveryState } from '@/api/gen/model';
import styles from './mail-state.module.css';

const ICONS: Record<DeliveryState, typeof Check> = { queued: Clock, delivered: Check, failed: CircleAlert };

type Mail = Pick<Delivery, 'state' | 'reason' | 'attempts'>;

export function MailState({ mail }: { mail: Mail }) {
  const Icon = ICONS[mail.state];
  return (
    <span className={styles.state} data-state={mail.state}>
      <Icon size={16} aria-hidden />
      <span>{wordsOf(mail)}</span>
    </span>
  );
}

function wordsOf({ state, reason, attempts }: Mail): string {
  switch (state) {
    case 'queued':
      return attempts > 0 ? `Queued, to be tried again: ${reason ?? 'no answer yet'}` : 'Queued';
    case 'delivered':
      return 'Handed to the mail server';
    case 'failed':
      return `Failed: ${reason ?? 'the mail server refused it'}`;
  }
}
