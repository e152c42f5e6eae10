/** The preview of a choice by the server, requested once the choosing pauses. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewDesign } from '@/api/gen/companies/companies';
import { inputOf, type DesignChoice } from './choice';

const PAUSE_MS = 200;

export function useDesignPreview(choice: DesignChoice | undefined) {
  const asked = choice === undefined ? undefined : JSON.stringify(inputOf(choice));
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(asked);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [asked]);
  return useQuery({
    queryKey: ['design-preview', settled],
    queryFn: ({ signal }) =>
      previewDesign(JSON.parse(settled ?? '{}') as ReturnType<typeof inputOf>, { signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}
