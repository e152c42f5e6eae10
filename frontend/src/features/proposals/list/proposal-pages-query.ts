// The proposal list, page by page, as the server filters and sorts it.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { ProposalOrder, ProposalStatus, type ListProposalsParams, type ProposalCard } from '@/api/gen/model';
import { getListProposalsQueryKey, getListProposalsUrl } from '@/api/gen/proposals/proposals';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 48;

/** The filter of the list, stored in the address of the page. */
export type ListFilter = Pick<ListProposalsParams, 'search' | 'status' | 'sort'>;

/** Reads ?search=, ?status= and ?sort=. Unknown values count as absent. */
export function filterOf(params: URLSearchParams): ListFilter {
  const search = params.get('search') ?? '';
  const status = Object.values(ProposalStatus).find((known) => known === params.get('status'));
  const sort = Object.values(ProposalOrder).find((known) => known === params.get('sort'));
  return { ...(search !== '' && { search }), ...(status && { status }), ...(sort && { sort }) };
}

export function proposalPagesQuery(filter: ListFilter) {
  const params = { limit: PAGE_SIZE, ...filter };
  return infiniteQueryOptions({
    queryKey: [...getListProposalsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<ProposalCard>(pageParam, signal),
    initialPageParam: getListProposalsUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
