// Lists are paged; the address of the next page is in the Link header.
import { respond } from './http';

export interface Page<Item> {
  items: Item[];
  /** Path and query of the next page; absent on the last one. */
  next: string | undefined;
  /** The total number of entries, if the list provides it: on its first page. */
  total: number | undefined;
}

/** `url` comes from a generated `get…Url()`, or is the `next` of the previous page. */
export async function fetchPage<Item>(url: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await respond(url, signal === undefined ? {} : { signal });
  const items = (await response.json()) as Item[];
  const total = response.headers.get('X-Total-Count');
  return {
    items,
    next: nextOf(response.headers.get('Link')),
    total: total === null ? undefined : Number(total),
  };
}

function nextOf(link: string | null): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return undefined;
  const { pathname, search } = new URL(target, window.location.origin);
  return pathname + search;
}
