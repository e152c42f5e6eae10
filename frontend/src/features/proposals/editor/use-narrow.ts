// Whether the screen is too narrow for document and panels side by side.
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 1099px)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
};

export const useNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
