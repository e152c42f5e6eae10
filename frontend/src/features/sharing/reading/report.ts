/**
 * Reports to the server how the page is read: soon after it opened, then occasionally while
 * something changes, and when it is left. Errors here never affect the page.
 */
import type { ReadingInput } from '@/api/gen/model';
import { getReportReadingUrl } from '@/api/gen/sharing/sharing';
import { isUuid, randomId, visitorId } from './ids';
import { Reading, isInView } from './reading';

/** Milliseconds after the opening; then regularly. */
const FIRST = [2_000, 5_000, 15_000];
const EVERY = 30_000;

const MOVEMENTS = ['scroll', 'keydown', 'pointerdown', 'touchstart'] as const;
/** One in a hundred: for a part many windows high, half a window is only a few of them. */
const THRESHOLDS = Array.from({ length: 101 }, (_, step) => step / 100);

export interface Reader {
  /** The current parts of the page, and their revision. */
  watch: (sections: readonly { id: string; element: Element }[], revisionNumber: number | undefined) => void;
  stop: () => void;
}

export function startReading(token: string): Reader {
  const ids = { viewId: randomId(crypto), visitorId: visitorId() };
  const reading = new Reading();
  const now = () => performance.now();
  let revisionNumber: number | undefined;
  let sent = '';

  const send = () => {
    const figures = reading.figures(now());
    const text = JSON.stringify(figures);
    if (text === sent) return;
    sent = text;
    const input: ReadingInput = {
      ...ids,
      ...(revisionNumber !== undefined && { revisionNumber }),
      ...figures,
    };
    deliver(getReportReadingUrl(token), JSON.stringify(input));
  };

  const interact = () => {
    reading.interact(now());
  };
  const turn = () => {
    const visible = document.visibilityState === 'visible';
    reading.setVisible(visible, now());
    if (!visible) send();
  };
  turn();
  for (const movement of MOVEMENTS)
    window.addEventListener(movement, interact, { passive: true, capture: true });
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', send);

  const timers = FIRST.map((after) => window.setTimeout(send, after));
  const regular = window.setInterval(send, EVERY);

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio: ratio, intersectionRect } of entries) {
        const id = target.getAttribute('data-block') ?? '';
        const shown = { ratio, height: intersectionRect.height, windowHeight: window.innerHeight };
        reading.setInView(id, isInView(shown), now());
      }
    },
    { threshold: THRESHOLDS },
  );

  return {
    watch: (sections, number) => {
      revisionNumber = number;
      observer.disconnect();
      for (const { id, element } of sections) if (isUuid(id)) observer.observe(element);
    },
    stop: () => {
      observer.disconnect();
      timers.forEach((timer) => {
        window.clearTimeout(timer);
      });
      window.clearInterval(regular);
      for (const movement of MOVEMENTS) window.removeEventListener(movement, interact, { capture: true });
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', send);
    },
  };
}

/** With `sendBeacon`, which outlives the page; otherwise with a `keepalive` request. */
function deliver(url: string, body: string): void {
  try {
    const blob = new Blob([body], { type: 'application/json' });
    if ('sendBeacon' in navigator && navigator.sendBeacon(url, blob)) return;
    fetch(url, { method: 'POST', body: blob, keepalive: true }).catch(() => undefined);
  } catch {
    // Reading must work even if counting fails.
  }
}
