/** Reports the reading of the document on the page, while the page is open. */
import { useEffect, useRef } from 'react';
import type { Section } from '../page/prepare-document';
import { startReading, type Reader } from './report';

export function useReading(
  token: string,
  sections: readonly Section[],
  revisionNumber: number | undefined,
): void {
  const reader = useRef<Reader>(undefined);
  useEffect(() => {
    reader.current = startReading(token);
    return () => {
      reader.current?.stop();
    };
  }, [token]);
  useEffect(() => {
    reader.current?.watch(sections, revisionNumber);
  }, [token, sections, revisionNumber]);
}
