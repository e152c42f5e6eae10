// The client list, page by page, filtered by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListClientsQueryKey, getListClientsUrl } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 48;

export function clientPagesQuery(search: string) {
  const params = { limit: PAGE_SIZE, ...(search !== '' && { search }) };
  return infiniteQueryOptions({
    queryKey: [...getListClientsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<Client>(pageParam, signal),
    initialPageParam: getListClientsUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
