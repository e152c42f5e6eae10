// An import, reloaded while it runs.
import { queryOptions } from '@tanstack/react-query';
import { getClientImport, getGetClientImportQueryKey } from '@/api/gen/clients/clients';

const POLL_MS = 1000;

export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: getGetClientImportQueryKey(importId),
    queryFn: ({ signal }) => getClientImport(importId, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
