// A sticky panel next to a scrolling page ends at the bottom of the window, wherever its top edge is: it is
// shorter while the page's header is above it, so its bottom is visible from the start.
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useFillBelow<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = part;
      current?.style.setProperty('--above', `${String(Math.max(0, current.getBoundingClientRect().top))}px`);
    };
    measure();
    // Content above it can grow as well: a title that wraps, a banner that appears.
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
