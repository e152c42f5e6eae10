/**
 * The signed PDF is made shortly after the signature: the page checks for it with growing pauses, then stops.
 */
import { useEffect, useState } from 'react';
import type { SharedProposal } from '@/api/gen/model';

const WAITS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

export function useAwaitedDocument(proposal: SharedProposal, reload: () => Promise<unknown>): void {
  const [looked, setLooked] = useState(0);
  const awaited = proposal.status === 'signed' && !proposal.hasDocument;
  const wait = awaited ? WAITS[looked] : undefined;
  useEffect(() => {
    if (wait === undefined) return;
    const timer = window.setTimeout(() => {
      void reload().then(() => {
        setLooked((times) => times + 1);
      });
    }, wait);
    return () => {
      window.clearTimeout(timer);
    };
  }, [wait, reload]);
}
