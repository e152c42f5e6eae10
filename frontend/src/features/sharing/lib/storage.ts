/** What the page keeps in the browser. Storage may be blocked or full: then the page forgets, and does nothing worse. */
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
    // Forgotten with the page.
  }
}

export function forget(kind: Kind, key: string): void {
  try {
    window[kind].removeItem(key);
  } catch {
    // There is nothing to forget.
  }
}
