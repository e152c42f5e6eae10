// A row of links or tabs that scrolls sideways on a narrow screen keeps the selected one visible: when
// another is selected, and when the row or its text changes its width (a rotated phone, a loaded font). The
// page itself does not move.
import { useEffect, useRef } from 'react';

export function useChosenInSight<Row extends HTMLElement>(chosen: string) {
  const row = useRef<Row>(null);
  useEffect(() => {
    const bar = row.current;
    const part = bar?.querySelector('[aria-selected="true"], [aria-current="page"]');
    if (bar === null || part === null || part === undefined) return;
    const show = () => {
      const [outer, inner] = [bar.getBoundingClientRect(), part.getBoundingClientRect()];
      bar.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    };
    show();
    const watcher = new ResizeObserver(show);
    for (const element of [bar, ...bar.querySelectorAll('a, button')]) watcher.observe(element);
    return () => {
      watcher.disconnect();
    };
  }, [chosen]);
  return row;
}
