// Reading a website: its stage, cancelling, and the outcome.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ScrapedCompany, ScrapeInput } from '@/api/gen/model';
import { isSignedOut } from '@/api/problem';
import { readWebsite } from './read-website';
import { STAGES } from './stages';

interface Options {
  onFound: (found: ScrapedCompany) => void;
  onFailed: (error: unknown) => void;
}

export function useReading({ onFound, onFailed }: Options) {
  const controller = useRef<AbortController>(null);
  const [place, setPlace] = useState(0);
  // A mutation, so that an ended session is handled as everywhere else.
  const { mutate, isPending } = useMutation({
    mutationFn: ({ input, signal }: { input: ScrapeInput; signal: AbortSignal }) =>
      readWebsite(input, {
        signal,
        onStage: (stage) => {
          setPlace(STAGES.findIndex((known) => known.stage === stage));
        },
      }),
    onSuccess: (found, { signal }) => {
      if (!signal.aborted) onFound(found);
    },
    onError: (error, { signal }) => {
      if (!signal.aborted && !isSignedOut(error)) onFailed(error);
    },
  });

  const cancel = () => {
    controller.current?.abort();
  };
  useEffect(() => cancel, []);

  return {
    running: isPending,
    /** The index of the stage. */
    place,
    cancel,
    start: (input: ScrapeInput) => {
      const { signal } = (controller.current = new AbortController());
      setPlace(0);
      mutate({ input, signal });
    },
  };
}
