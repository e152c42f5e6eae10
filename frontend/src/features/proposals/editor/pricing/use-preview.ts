// The totals of the table while it is edited. The server calculates them; the latest request
// determines the result, regardless of the order of the responses.
import { useEffect, useState } from 'react';
import type { PricingPreview } from '@/api/gen/model';
import { previewPricing } from '@/api/gen/proposals/proposals';
import { isProblem, userMessage } from '@/api/problem';
import { errorsAt, sentOf, type FieldErrors, type PricingDraft } from './draft';

const PAUSE_MS = 200;

interface Answer {
  /** The draft of the request. */
  draft: PricingDraft;
  errors: FieldErrors;
  /** Why there is no result, if the table is not the cause. */
  failure: string | undefined;
}

export interface Preview {
  /** The newest totals; those of an earlier table while `stale`. */
  shown: PricingPreview | undefined;
  errors: FieldErrors;
  failure: string | undefined;
  /** The totals do not match the current input. */
  stale: boolean;
  again: () => void;
}

const NONE: FieldErrors = {};

export function usePreview(draft: PricingDraft): Preview {
  const [shown, setShown] = useState<PricingPreview>();
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      const { input, placeOf } = sentOf(draft);
      try {
        const next = await previewPricing({ pricing: input }, { signal: controller.signal });
        if (controller.signal.aborted) return;
        setShown(next);
        setAnswer({ draft, errors: NONE, failure: undefined });
      } catch (error) {
        if (controller.signal.aborted) return;
        const refused = isProblem(error) && error.errors.length > 0;
        setAnswer({
          draft,
          errors: refused ? errorsAt(error.errors, placeOf) : NONE,
          failure: refused ? undefined : userMessage(error, 'The totals could not be calculated.'),
        });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [draft, attempt]);

  const errors = answer?.errors ?? NONE;
  return {
    shown,
    errors,
    failure: answer?.failure,
    stale: answer?.draft !== draft || answer.failure !== undefined || Object.keys(errors).length > 0,
    again: () => {
      setAttempt((count) => count + 1);
    },
  };
}
