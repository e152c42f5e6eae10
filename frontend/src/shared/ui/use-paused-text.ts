// The text of a search field, and a callback once the typing pauses.
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** `onPause` receives the trimmed text. */
export function usePausedText(
  initial: string,
  onPause: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(initial);
  const timer = useRef<number>(undefined);

  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );

  const type = (next: string) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      onPause(next.trim());
    }, PAUSE_MS);
  };

  return [text, type];
}
