// The audit log, page by page, filtered by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditLogEntry } from '@/api/gen/model';
import { getListAuditLogQueryKey, getListAuditLogUrl } from '@/api/gen/workspaces/workspaces';
import { fetchPage } from '@/api/pages';
import { toParams, type Filters } from './filters';

const PAGE_SIZE = 50;

export function auditLogPagesQuery(filters: Filters) {
  const params = { ...toParams(filters), limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListAuditLogQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<AuditLogEntry>(pageParam, signal),
    initialPageParam: getListAuditLogUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
