// A panel that stands still beside a scrolling page ends at the lower edge of the window, wherever its upper edge is: as long
// as the page's head stands above it, it is so much shorter, and what is at its foot is in sight from the first moment.
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useFillBelow<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = part;
      current?.style.setProperty('--above', `${String(Math.max(0, current.getBoundingClientRect().top))}px`);
    };
    measure();
    // What stands above it can grow as well: a title that wraps, a banner that comes.
    const grown = new ResizeObserver(measure);
    grown.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      grown.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return part;
}
