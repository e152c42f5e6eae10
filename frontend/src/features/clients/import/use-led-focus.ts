// Leads to what has taken the place of what was pressed. Who is somewhere else meanwhile is left there.
import { useEffect, useRef, type RefObject } from 'react';

export function useLedFocus<Target extends HTMLElement>(led: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (led && document.activeElement === document.body) target.current?.focus();
  }, [led]);
  return target;
}
