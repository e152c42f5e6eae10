// Leaving with unsaved changes asks first: on the way to another screen by our own dialog, out of the app by the browser's.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

export function useLeaveGuard(dirty: boolean) {
  // Another tab of the same screen is no leaving.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
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
