// The single message on screen. A module-level store, because failures are also reported from outside React
// (the query cache).
import { isProblem, isSignedOut, NETWORK_ERROR, userMessage, type Problem } from '@/api/problem';
import { paths } from '@/shared/paths';

export const TOAST_DURATION_MS = 5000;

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Undoes the action of the message. */
  action?: { label: string; run: () => void };
  /** A screen with a follow-up action. */
  link?: { label: string; to: string };
}

export interface ShownToast extends ToastMessage {
  /** Distinguishes two equal messages in a row. */
  id: number;
}

let current: ShownToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

const set = (toast: ShownToast | null) => {
  current = toast;
  for (const listener of listeners) listener();
};

/** Shows a message, replacing the current one. */
export function showToast(message: ToastMessage): void {
  set({ ...message, id: nextId++ });
}

/** Removes the message, or only the one with this id if it is still there. */
export function dismissToast(id?: number): void {
  if (current !== null && (id === undefined || current.id === id)) set(null);
}

/**
 * The workspace has no active plan: the server's message, with a link to the payment. Typed text is
 * kept. Several calls may fail for the same reason; the message is shown once at a time.
 */
export function toastTrialExpired({ code, userMessage: description }: Problem): void {
  const title = code === 'subscription_ended' ? 'Subscription Ended' : 'Trial Expired';
  if (current?.title === title && current.description === description) return;
  showToast({
    title,
    description,
    variant: 'destructive',
    link: { label: 'Upgrade', to: paths.subscription },
  });
}

/**
 * Reports a failed call: the server's message if `description` is absent, otherwise the given text, and in
 * any case the lost connection if the browser is offline. Does nothing if the session or the trial has ended,
 * because those have their own messages.
 */
export function toastFailure(
  error: unknown,
  toast: { title: string; description?: string; fallback?: string },
): void {
  if (isSignedOut(error)) return;
  if (isProblem(error) && error.trialExpired) {
    toastTrialExpired(error);
    return;
  }
  showToast({
    title: toast.title,
    description:
      toast.description === undefined
        ? userMessage(error, toast.fallback ?? 'Please try again.')
        : toast.description + offline(error),
    variant: 'destructive',
  });
}

/** Why a call got no response: the given text does not cover that. */
const offline = (error: unknown): string =>
  isProblem(error) && error.code === NETWORK_ERROR && !navigator.onLine ? ' You are offline.' : '';

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => current,
};
