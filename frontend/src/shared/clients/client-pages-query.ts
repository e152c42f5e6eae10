// The client list, page by page, filtered by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListClientsQueryKey, getListClientsUrl } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 48;
const SOON_MS = 4000;
const LATER_MS = 15_000;

/**
 * When to reload: only while a website is being read, which takes seconds. An unavailable one is retried for
 * minutes, so the interval grows.
 */
function nextLook(clients: readonly Client[], now: number): number | false {
  const begun = clients
    .filter(({ enrichment }) => enrichment === 'waiting')
    .map(({ updatedAt }) => Date.parse(updatedAt));
  if (begun.length === 0) return false;
  return Math.min(LATER_MS, Math.max(SOON_MS, (now - Math.max(...begun)) / 5));
}

interface Wanted {
  /** Part of a name. */
  search?: string;
  /** Whether it may also be part of an email address. */
  emails?: boolean;
}

export function clientPagesQuery({ search = '', emails = true }: Wanted = {}) {
  const params = {
    limit: PAGE_SIZE,
    ...(search !== '' && { search, ...(!emails && { emails }) }),
  };
  return infiniteQueryOptions({
    queryKey: [...getListClientsQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<Client>(pageParam, signal),
    initialPageParam: getListClientsUrl(params),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      nextLook(state.data?.pages.flatMap(({ items }) => items) ?? [], Date.now()),
  });
}
