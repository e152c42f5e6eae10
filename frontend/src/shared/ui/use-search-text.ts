// What is typed in the search box, and the ?search= it becomes once the typing pauses.
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const PAUSE_MS = 250;

export function useSearchText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('search') ?? '');
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
      setParams(
        (now) => {
          const params = new URLSearchParams(now);
          if (next.trim() === '') params.delete('search');
          else params.set('search', next.trim());
          return params;
        },
        { replace: true, preventScrollReset: true },
      );
    }, PAUSE_MS);
  };

  return [text, type];
}
