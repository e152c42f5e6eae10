// What opens over the page gives the focus back to where it came from when it goes, which antd does not do for what is
// unmounted.
import { useEffect, useState } from 'react';

export function useReturnFocus(): void {
  // Read while rendering: by the time effects run, the focus is inside what has opened.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        // A button that went while it worked, as Send does once a proposal is sent, leaves the focus to the screen.
        const target =
          opener?.isConnected === true && opener !== document.body
            ? opener
            : document.getElementById('content');
        if (target instanceof HTMLElement) target.focus();
      });
    },
    [opener],
  );
}
