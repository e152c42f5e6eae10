// What happened to a proposal, as fresh as it can be had: read when it is first shown and when the window is looked at
// again, and every half minute meanwhile.
import { useGetActivity } from '@/api/gen/evidence/evidence';
import type { Activity } from '@/api/gen/model';

const EVERY_MS = 30_000;

interface Options {
  /** How soon to ask again, by what is known; absent for the usual pace. */
  every?: (known: Activity | undefined) => number | false;
}

export function useActivity(proposalId: string, { every = () => EVERY_MS }: Options = {}) {
  return useGetActivity(proposalId, {
    query: {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => every(state.data),
    },
  });
}
