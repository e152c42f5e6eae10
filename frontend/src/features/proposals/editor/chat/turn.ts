// One question and its streamed answer. A repeated request replays all events, so an event that was
// already processed changes nothing.
import type { AssistantKind, BlockComparison, ChatEvent, ChatPrices } from '@/api/gen/model';

export interface Turn {
  id: string;
  /** The text of the question. */
  message: string;
  askedAt: string;
  /** The number of the last processed event. */
  sequence: number;
  text: string;
  /** The changes that the assistant has proposed so far. */
  changes: readonly BlockComparison[];
  /** The prices that it has proposed. */
  prices?: ChatPrices;
  /** The connection was lost and is being restored. */
  lost: boolean;
  /** The assistant that answers, once it is known. */
  assistant?: AssistantKind;
  questionId?: string;
}

export const newTurn = (id: string, message: string, askedAt: string): Turn => ({
  id,
  message,
  askedAt,
  sequence: 0,
  text: '',
  changes: [],
  lost: false,
});

/** A newer comparison of the same block replaces the older one. */
const withChange = (
  changes: readonly BlockComparison[],
  change: BlockComparison,
): readonly BlockComparison[] =>
  changes.some(({ blockId }) => blockId === change.blockId)
    ? changes.map((known) => (known.blockId === change.blockId ? change : known))
    : [...changes, change];

export function withEvent(turn: Turn, event: ChatEvent): Turn {
  if (event.sequence <= turn.sequence) return turn;
  const { sequence, text = '', change, prices, assistant, questionId } = event;
  return {
    ...turn,
    sequence,
    text: turn.text + text,
    changes: change === undefined ? turn.changes : withChange(turn.changes, change),
    ...(prices !== undefined && { prices }),
    ...(assistant !== undefined && { assistant }),
    ...(questionId !== undefined && { questionId }),
  };
}
