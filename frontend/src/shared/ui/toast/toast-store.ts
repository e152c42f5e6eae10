// The one message on screen at a time. A module-level store, because failures are also reported from outside React
// (the query cache).
import { isSignedOut, userMessage } from '@/api/problem';

export const TOAST_DURATION_MS = 5000;

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Takes back what the message is about. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** Tells two equal messages in a row apart. */
  id: number;
}

let current: ShownToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

const set = (toast: ShownToast | null) => {
  current = toast;
  for (const listener of listeners) listener();
};

/** Shows a message; one that is already there makes room. */
export function showToast(message: ToastMessage): void {
  set({ ...message, id: nextId++ });
}

/** Removes the message, or only the one with this id if it is still there. */
export function dismissToast(id?: number): void {
  if (current !== null && (id === undefined || current.id === id)) set(null);
}

/**
 * Reports a failed call: the server's message when `description` is left to it, else the wording given. Says nothing
 * when the session ended, because that has its own message and leads to the sign-in page.
 */
export function toastFailure(
  error: unknown,
  toast: { title: string; description?: string; fallback?: string },
): void {
  if (isSignedOut(error)) return;
  showToast({
    title: toast.title,
    description: toast.description ?? userMessage(error, toast.fallback ?? 'Please try again.'),
    variant: 'destructive',
  });
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => current,
};
