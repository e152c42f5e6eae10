// Leaving the editor saves first; the question appears only if that fails.
import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Autosave } from './autosave';

export function useLeaveGuard(autosave: Autosave) {
  const blocker = useBlocker(() => autosave.guarded);
  const [asking, setAsking] = useState(false);
  const blocked = blocker.state === 'blocked';

  const settle = useEffectEvent((saved: boolean) => {
    if (blocker.state !== 'blocked') return;
    if (saved) blocker.proceed();
    else setAsking(true);
  });
  useEffect(() => {
    if (!blocked) return;
    void autosave.flush().then(settle);
  }, [blocked, autosave]);

  return {
    /** It could not be saved: the question is open. */
    asking: blocked && asking,
    stay: () => {
      setAsking(false);
      blocker.reset?.();
    },
    leave: () => {
      setAsking(false);
      blocker.proceed?.();
    },
  };
}
