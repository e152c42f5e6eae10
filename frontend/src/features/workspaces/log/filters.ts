// The filters of the audit log: in the address, and in the form of the API.
import type { ExportAuditLogParams } from '@/api/gen/model';

const filterNames = ['actor', 'object', 'action', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
/** Empty text is no filter; `from` and `to` are days, both included. */
export type Filters = Readonly<Record<FilterName, string>>;

export const filtersOf = (search: URLSearchParams): Filters => ({
  actor: search.get('actor') ?? '',
  object: search.get('object') ?? '',
  action: search.get('action') ?? '',
  from: dayOf(search.get('from')),
  to: dayOf(search.get('to')),
});

export const isFiltered = (filters: Filters): boolean => filterNames.some((name) => filters[name] !== '');

/** Days in the reader's time zone, from the start of the first to the end of the last. */
export function toParams({ actor, object, action, from, to }: Filters): ExportAuditLogParams {
  return {
    ...(actor !== '' && { actor }),
    ...(object !== '' && { object }),
    ...(action !== '' && { action }),
    ...(from !== '' && { from: midnight(from).toISOString() }),
    ...(to !== '' && { to: midnight(to, 1).toISOString() }),
  };
}

function midnight(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date;
}

const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`))
    ? text
    : '';
