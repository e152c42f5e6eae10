// The suggested action for a proposal that was read and not answered: its reason and its link's
// label.
import type { Dashboard } from '@/api/gen/model';
import type { NextStep } from '@/shared/lib/next-step';

type Suggestion = Dashboard['unanswered'][number]['suggestion'];

interface Words {
  why: string;
  action: string;
  step: NextStep;
}

const WORDS: Readonly<Record<Suggestion, Words>> = {
  follow_up: {
    why: 'They have read it and not answered. Ask what they think.',
    action: 'Follow up',
    step: 'remind',
  },
  answer_question: {
    why: 'They asked for changes and are waiting for you.',
    action: 'Answer',
    step: 'read answer',
  },
  renew_link: {
    why: 'Their link no longer works. Send them a new one.',
    action: 'Renew the link',
    step: 'share',
  },
  expiring: {
    why: 'The offer expires soon. Remind them before it does.',
    action: 'Send a reminder',
    step: 'remind',
  },
};

export const suggestionWords = (suggestion: Suggestion): Words => WORDS[suggestion];
