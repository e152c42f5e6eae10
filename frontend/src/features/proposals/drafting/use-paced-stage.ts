// The stage on screen: catches up with the server's one step at a time, so that each stage can be read.
import { useEffect, useEffectEvent, useState } from 'react';
import { STAGE_SPACING_MS } from './stages';

/**
 * `reached` is the server's index. A screen opened in the middle of the work starts there. `onShown` runs
 * once the work is finished and its last stage has been shown long enough.
 */
export function usePacedStage(reached: number, finished: boolean, onShown: () => void): number {
  const [shown, setShown] = useState(reached);
  const end = useEffectEvent(onShown);

  useEffect(() => {
    if (shown >= reached && !finished) return;
    const timer = window.setTimeout(() => {
      if (shown < reached) setShown(shown + 1);
      else end();
    }, STAGE_SPACING_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [shown, reached, finished]);

  // After a retry the work starts over, and so does the screen.
  return Math.min(shown, reached);
}
