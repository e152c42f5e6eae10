// The mails of the site, page by page, newest first, filtered by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListMailDeliveriesQueryKey, getListMailDeliveriesUrl } from '@/api/gen/admin/admin';
import { MailState, type MailDelivery } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 50;

export const MAIL_STATES = {
  queued: { label: 'Queued', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  retrying: { label: 'Retrying', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
} as const satisfies Record<MailState, object>;

export interface MailFilter {
  search: string;
  state?: MailState;
}

/** Reads ?search= and ?state=. An unknown state counts as absent. */
export function filterOf(params: URLSearchParams): MailFilter {
  const state = Object.values(MailState).find((known) => known === params.get('state'));
  return { search: params.get('search') ?? '', ...(state && { state }) };
}

export function mailPagesQuery({ search, state }: MailFilter) {
  const params = { limit: PAGE_SIZE, ...(state && { state }), ...(search !== '' && { search }) };
  return infiniteQueryOptions({
    queryKey: [...getListMailDeliveriesQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<MailDelivery>(pageParam, signal),
    initialPageParam: getListMailDeliveriesUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
