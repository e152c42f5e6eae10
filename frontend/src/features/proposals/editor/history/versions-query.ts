// The history of a proposal, page by page, newest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Version } from '@/api/gen/model';
import { getListVersionsQueryKey, getListVersionsUrl } from '@/api/gen/proposals/proposals';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 50;

export const versionPagesQuery = (proposalId: string) =>
  infiniteQueryOptions({
    queryKey: [...getListVersionsQueryKey(proposalId), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<Version>(pageParam, signal),
    initialPageParam: getListVersionsUrl(proposalId, { limit: PAGE_SIZE }),
    getNextPageParam: ({ next }) => next,
    // Other users write too.
    staleTime: 0,
  });
