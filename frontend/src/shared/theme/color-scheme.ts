// Light, dark, or the system's setting. The choice is stored on this device; public/color-scheme.js
// applies it before the first paint, this module afterwards.
import { useSyncExternalStore } from 'react';

export type SchemeChoice = 'system' | 'light' | 'dark';

const KEY = 'proffer.color-scheme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};
systemDark.addEventListener('change', notify);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

function choice(): SchemeChoice {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function scheme(): 'light' | 'dark' {
  const chosen = choice();
  if (chosen !== 'system') return chosen;
  return systemDark.matches ? 'dark' : 'light';
}

export function chooseScheme(next: SchemeChoice): void {
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  notify();
}

export const useSchemeChoice = (): SchemeChoice => useSyncExternalStore(subscribe, choice);

/** The scheme on screen. */
export const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, scheme);
