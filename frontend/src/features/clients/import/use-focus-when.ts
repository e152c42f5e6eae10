// Moves the focus to the content that replaced the pressed button, unless the user has moved it
// elsewhere.
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useFocusWhen<Target extends HTMLElement>(isActive: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useLayoutEffect(() => {
    if (isActive && document.activeElement === document.body) target.current?.focus();
  }, [isActive]);
  return target;
}
