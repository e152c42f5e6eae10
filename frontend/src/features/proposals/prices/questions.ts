// What a price text leaves open, as it is asked: one question for each line and one for the whole text, because every
// answer settles all that is open about them.
import type { PriceAnswer, PriceQuestion, QuestionCode } from '@/api/gen/model';

export interface AskedQuestion {
  /** The line item that it is about; absent if it is about the whole text. */
  itemId: string | undefined;
  codes: readonly QuestionCode[];
  messages: readonly string[];
  answers: readonly PriceAnswer[];
}

export function asQuestions(questions: readonly PriceQuestion[]): AskedQuestion[] {
  const subjects = [...new Set(questions.map(({ itemId }) => itemId))];
  return subjects.map((itemId) => {
    const about = questions.filter((question) => question.itemId === itemId);
    const answers = about.map((question) => question.answers);
    // Each begins with the price as it was read and ends with leaving it out.
    const ordered = [
      ...answers.flatMap((some) => some.slice(0, 1)),
      ...answers.flatMap((some) => some.slice(1, -1)),
      ...answers.flatMap((some) => some.slice(-1)),
    ];
    return {
      itemId,
      codes: about.map(({ code }) => code),
      messages: [...new Set(about.map(({ message }) => message))],
      answers: [...new Map(ordered.map((answer) => [answer.text, answer])).values()],
    };
  });
}
