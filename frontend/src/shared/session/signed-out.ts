// Handles a session that ended during use: shows a message, then goes to the sign-in page.
import { paths } from '@/shared/paths';
import { showToast } from '@/shared/ui/toast/toast-store';

const LOGIN_REDIRECT_DELAY_MS = 500;
/**
 * By then the page is gone; if the network failed, the redirect failed too, and the next call tries again.
 */
const REDIRECT_TIMEOUT_MS = 5000;

let leaving = false;

/**
 * Whether the page is being redirected to the sign-in. Typed text is kept, so no question is needed before
 * leaving.
 */
export const isLeavingSignedOut = (): boolean => leaving;

/** Several calls may fail at once; the user is notified and redirected once. */
export function leaveSignedOut(): void {
  if (leaving) return;
  leaving = true;
  showToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  window.setTimeout(() => {
    window.setTimeout(() => {
      leaving = false;
    }, REDIRECT_TIMEOUT_MS);
    // Read now, not when the call failed: the user may have been navigating to another screen.
    const { pathname, search } = window.location;
    window.location.assign(paths.login(pathname + search));
  }, LOGIN_REDIRECT_DELAY_MS);
}
