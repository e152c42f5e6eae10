// Leaving with unsaved changes asks first: for another screen with our own dialog, for another site with the
// browser's.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isLeavingSignedOut } from '@/shared/session/signed-out';

export function useLeaveGuard(dirty: boolean) {
  // Another tab of the same screen does not count as leaving.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      // A user who has to sign in again finds everything unchanged.
      if (!isLeavingSignedOut()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);

  return {
    /** The question is open. */
    asking: blocker.state === 'blocked',
    stay: () => {
      blocker.reset?.();
    },
    leave: () => {
      blocker.proceed?.();
    },
  };
}
