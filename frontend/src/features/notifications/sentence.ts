// Notifications in words.
import type { Notification, NotificationKind } from '@/api/gen/model';

interface Sentence {
  /** The actor; absent if there was none. */
  actor?: string;
  words: string;
  /** The subject, at the end of the text or before it. */
  subject?: string;
}

export function sentenceOf({ kind, actor, subject }: Notification): Sentence {
  const client = actor ?? 'Your client';
  switch (kind) {
    case 'viewed':
      return { actor: client, words: 'opened', subject };
    case 'changes_requested':
      return { actor: client, words: 'asked for changes to', subject };
    case 'signed':
      return { actor: client, words: 'accepted', subject };
    case 'declined':
      return { actor: client, words: 'declined', subject };
    case 'expiring':
      return { words: 'Three days are left to accept', subject };
    case 'expired':
      return { words: 'Expired without an answer:', subject };
    case 'member_joined':
      return { actor: actor ?? 'A new member', words: 'joined', subject };
    case 'trial_ending':
      return { words: 'The trial ends soon:', subject };
    case 'payment_failed':
      return { words: 'A payment failed:', subject };
    case 'plan_ended':
      return { words: 'The plan has ended:', subject };
  }
}

interface Words {
  label: string;
  detail: string;
}

/** The label of each kind in the preferences. */
export const kindWords: Readonly<Record<NotificationKind, Words>> = {
  viewed: { label: 'Viewed', detail: 'A client opens a proposal for the first time.' },
  changes_requested: { label: 'Changes requested', detail: 'A client asks for changes.' },
  signed: { label: 'Signed', detail: 'A client accepts. The signed document is attached to the mail.' },
  declined: { label: 'Declined', detail: 'A client declines, with the reason if they gave one.' },
  expiring: { label: 'Expiring', detail: 'Three days before a proposal can no longer be accepted.' },
  expired: { label: 'Expired', detail: 'A proposal can no longer be accepted.' },
  member_joined: {
    label: 'New member',
    detail: 'A person accepts an invitation. Owner and admins are notified.',
  },
  trial_ending: {
    label: 'Trial ending',
    detail: 'The trial ends in a few days. Owner and admins are notified.',
  },
  payment_failed: {
    label: 'Payment failed',
    detail: 'A payment for the subscription fails. Owner and admins are notified.',
  },
  plan_ended: {
    label: 'Plan ended',
    detail: 'The trial or the subscription has ended. Owner and admins are notified.',
  },
};
