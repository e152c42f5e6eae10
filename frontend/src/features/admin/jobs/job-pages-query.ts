// The failed jobs, page by page, newest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListFailedJobsQueryKey, getListFailedJobsUrl } from '@/api/gen/admin/admin';
import type { AdminJob } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 50;

export function jobPagesQuery() {
  const params = { limit: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: [...getListFailedJobsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<AdminJob>(pageParam, signal),
    initialPageParam: getListFailedJobsUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
