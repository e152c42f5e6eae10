// The activity of a proposal, as current as possible: loaded when it is first shown and when the window
// regains the focus, and every half minute meanwhile.
import { useGetActivity } from '@/api/gen/evidence/evidence';
import type { Activity } from '@/api/gen/model';

const EVERY_MS = 30_000;

interface Options {
  /** How soon to reload, depending on the current data; absent for the default interval. */
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
