// What to do next about a proposal that was read and not answered: why, and what the link to it is called.
import type { Dashboard } from '@/api/gen/model';

type Suggestion = Dashboard['unanswered'][number]['suggestion'];

interface Words {
  why: string;
  action: string;
}

const WORDS: Readonly<Record<Suggestion, Words>> = {
  follow_up: { why: 'They have read it and said nothing. Ask how they see it.', action: 'Follow up' },
  answer_question: { why: 'They asked for something and wait for you.', action: 'Answer' },
  renew_link: { why: 'Their link does not open any more. Send them a new one.', action: 'Renew the link' },
  expiring: { why: 'The offer ends soon. Remind them while it stands.', action: 'Send a reminder' },
};

export const suggestionWords = (suggestion: Suggestion): Words => WORDS[suggestion];
