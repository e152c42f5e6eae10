// Lists come in pages; the address of the next one stands in the Link header.
import { respond } from './http';

export interface Page<Item> {
  items: Item[];
  /** Path and query of the next page; absent on the last one. */
  next: string | undefined;
  /** How many entries all pages have together, where the list says so: on its first page. */
  total: number | undefined;
}

/** `url` is what a generated `get…Url()` made, or the `next` of the page before. */
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
