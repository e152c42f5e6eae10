// The prices as the server reads them from the text, once the typing pauses. The latest text determines the
// result, regardless of the order of the responses.
import { useEffect, useState } from 'react';
import type { PriceReading } from '@/api/gen/model';
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
  stale: boolean;
  again: () => void;
}

export function usePriceReading(text: string): ReadPrices {
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (text.trim() === '') return;
    const controller = new AbortController();
    const read = async () => {
      try {
        const reading = await readPricing({ text }, { signal: controller.signal });
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
  }, [text, attempt]);

  return {
    reading: answer?.reading,
    failure: answer?.text === text ? answer.failure : undefined,
    stale: answer?.text !== text,
    again: () => {
      setAttempt((count) => count + 1);
    },
  };
}
