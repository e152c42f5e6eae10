// The prices as the server reads them from the text, once the typing pauses. The latest text determines the
// result, regardless of the order of the responses.
import { useEffect, useRef, useState } from 'react';
import type { LineChange, PriceReading, PricingText } from '@/api/gen/model';
import { readPricing } from '@/api/gen/proposals/proposals';
import { userMessage } from '@/api/problem';

const PAUSE_MS = 400;

interface Answer {
  text: string;
  reading?: PriceReading;
  failure?: string;
}

export interface ReadPrices {
  /** The newest reading; that of an earlier text while `stale`. */
  reading: PriceReading | undefined;
  failure: string | undefined;
  /** The text, or a change of one line, waits for its reading: nothing else can be changed until then. */
  stale: boolean;
  again: () => void;
  /**
   * Writes a change of one line into the text; returns the new text, or undefined if the text was typed on meanwhile.
   * Rejects with the server's messages.
   */
  change: (change: LineChange) => Promise<string | undefined>;
}

/** `recap`: the recap whose amounts are listed too, and who of its speakers is the user. */
export function usePriceReading(text: string, recap: Omit<PricingText, 'text' | 'change'> = {}): ReadPrices {
  const { meetingRecap, ourSpeaker } = recap;
  const nothing = text.trim() === '' && meetingRecap === undefined;
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const [changing, setChanging] = useState(false);
  /** The text of a change, which came with its reading. */
  const changed = useRef<string>(undefined);
  const latest = useRef(text);

  useEffect(() => {
    latest.current = text;
    if (nothing || text === changed.current) return;
    changed.current = undefined;
    const controller = new AbortController();
    const read = async () => {
      try {
        const reading = await readPricing({ text, meetingRecap, ourSpeaker }, { signal: controller.signal });
        if (!controller.signal.aborted) setAnswer({ text, reading });
      } catch (error) {
        if (controller.signal.aborted) return;
        const failure = userMessage(error, 'The prices could not be read.');
        setAnswer((earlier) => ({ text, failure, ...(earlier?.reading && { reading: earlier.reading }) }));
      }
    };
    const timer = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, nothing, meetingRecap, ourSpeaker, attempt]);

  return {
    reading: answer?.reading,
    failure: answer?.text === text ? answer.failure : undefined,
    stale: changing || (answer?.text !== text && !nothing),
    again: () => {
      setAttempt((count) => count + 1);
    },
    change: async (change) => {
      setChanging(true);
      try {
        const reading = await readPricing({ text, meetingRecap, ourSpeaker, change });
        if (latest.current !== text) return undefined;
        const next = reading.text ?? text;
        changed.current = next;
        setAnswer({ text: next, reading });
        return next;
      } finally {
        setChanging(false);
      }
    },
  };
}
