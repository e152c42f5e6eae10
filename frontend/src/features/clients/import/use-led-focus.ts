// Moves the focus to the content that replaced the pressed button, unless the user has moved it
// elsewhere.
import { useEffect, useRef, type RefObject } from 'react';

export function useLedFocus<Target extends HTMLElement>(led: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (led && document.activeElement === document.body) target.current?.focus();
  }, [led]);
  return target;
}
