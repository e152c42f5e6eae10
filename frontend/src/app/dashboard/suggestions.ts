// What to do next about a proposal that was read and not answered: why, and what the link to it is called.
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
    why: 'They have read it and said nothing. Ask how they see it.',
    action: 'Follow up',
    step: 'remind',
  },
  answer_question: {
    why: 'They asked for something and wait for you.',
    action: 'Answer',
    step: 'read answer',
  },
  renew_link: {
    why: 'Their link does not open any more. Send them a new one.',
    action: 'Renew the link',
    step: 'share',
  },
  expiring: {
    why: 'The offer ends soon. Remind them while it stands.',
    action: 'Send a reminder',
    step: 'remind',
  },
};

export const suggestionWords = (suggestion: Suggestion): Words => WORDS[suggestion];
