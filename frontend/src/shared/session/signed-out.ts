// The rule for a session that ended under the user's hands: say so, then go to the sign-in page.
import { paths } from '@/shared/paths';
import { showToast } from '@/shared/ui/toast/toast-store';

const LOGIN_REDIRECT_DELAY_MS = 500;

let leaving = false;

/** Several calls may notice at once; the user is told and sent away once. */
export function leaveSignedOut(): void {
  if (leaving) return;
  leaving = true;
  showToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  window.setTimeout(() => {
    leaving = false;
    // Read now, not when the call failed: the user may have been on the way to another screen.
    const { pathname, search } = window.location;
    window.location.assign(paths.login(pathname + search));
  }, LOGIN_REDIRECT_DELAY_MS);
}
