/**
 * The page's storage in the browser. If it is blocked or full, values last only as long as the
 * page.
 */
type Kind = 'localStorage' | 'sessionStorage';

export function recall(kind: Kind, key: string): string | undefined {
  try {
    return window[kind].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(kind: Kind, key: string, value: string): void {
  try {
    window[kind].setItem(key, value);
  } catch {
    // Lost with the page.
  }
}

export function forget(kind: Kind, key: string): void {
  try {
    window[kind].removeItem(key);
  } catch {
    // Nothing to remove.
  }
}
