// An overlay returns the focus to its origin when it closes, which antd does not do for unmounted content.
import { useEffect, useState } from 'react';

export function useReturnFocus(): void {
  // Read while rendering: when effects run, the focus is already inside the overlay.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        // If the button disappeared meanwhile, as Send does once a proposal is sent, the screen decides about
        // the focus.
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
