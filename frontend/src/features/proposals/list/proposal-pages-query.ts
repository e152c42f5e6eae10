// The proposal list, page by page, newest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ProposalCard } from '@/api/gen/model';
import { getListProposalsQueryKey, getListProposalsUrl } from '@/api/gen/proposals/proposals';
import { fetchPage } from '@/api/pages';

const params = { limit: 48 };

export const proposalPagesQuery = infiniteQueryOptions({
  queryKey: [...getListProposalsQueryKey(params), 'pages'],
  queryFn: ({ pageParam, signal }) => fetchPage<ProposalCard>(pageParam, signal),
  initialPageParam: getListProposalsUrl(params),
  getNextPageParam: ({ next }) => next,
});
