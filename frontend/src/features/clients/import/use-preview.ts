// The preview of a plan, requested once the choosing pauses.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getPreviewClientImportUrl, previewClientImport } from '@/api/gen/clients/clients';
import type { ImportPlan, ImportPreview } from '@/api/gen/model';
import { missingFields } from './fields';

const PAUSE_MS = 300;

interface Previewed {
  preview: UseQueryResult<ImportPreview>;
  /** It belongs to this plan, not to the previous one. */
  current: boolean;
}

export function usePreview(importId: string, plan: ImportPlan): Previewed {
  const [asked, setAsked] = useState(plan);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setAsked(plan);
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [plan]);

  const preview = useQuery({
    queryKey: [getPreviewClientImportUrl(importId), asked],
    queryFn: ({ signal }) => previewClientImport(importId, asked, { signal }),
    enabled: missingFields(asked.mapping).length === 0,
    placeholderData: keepPreviousData,
    // Clients may have changed since: an earlier answer may be shown, but not relied on.
    staleTime: 0,
  });
  return { preview, current: asked === plan && preview.isSuccess && !preview.isFetching };
}
