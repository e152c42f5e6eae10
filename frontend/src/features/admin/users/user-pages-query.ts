// The users of the site, page by page, searched and sorted by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListUsersQueryKey, getListUsersUrl } from '@/api/gen/admin/admin';
import { SortDirection, UserSort, type AdminUser } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 50;

export interface Order {
  sort: UserSort;
  direction: SortDirection;
}

/** The newest first. */
export const USUAL_ORDER: Order = { sort: 'joined', direction: 'desc' };

/** The initial direction of a column: numbers and dates descending, text ascending. */
export const firstDirection = (sort: UserSort): SortDirection =>
  ['usage', 'cost', 'joined'].includes(sort) ? 'desc' : 'asc';

/** Reads ?sort= and ?direction=. Unknown values count as absent. */
export function orderOf(params: URLSearchParams): Order {
  const sort = Object.values(UserSort).find((known) => known === params.get('sort'));
  if (sort === undefined) return USUAL_ORDER;
  const direction = Object.values(SortDirection).find((known) => known === params.get('direction'));
  return { sort, direction: direction ?? firstDirection(sort) };
}

export function userPagesQuery(search: string, order: Order) {
  const params = { limit: PAGE_SIZE, ...order, ...(search !== '' && { search }) };
  return infiniteQueryOptions({
    queryKey: [...getListUsersQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<AdminUser>(pageParam, signal),
    initialPageParam: getListUsersUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
