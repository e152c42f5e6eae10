// A change of the proposal that names the version it starts from, so that the server refuses it if
// another user was faster.
import { useQueryClient } from '@tanstack/react-query';
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import { getGetProposalQueryKey, useUpdateProposal } from '@/api/gen/proposals/proposals';
import { isProblem } from '@/api/problem';
import type { EditorSession } from './session';

export function useVersionedUpdate(
  { id, version }: Pick<Proposal, 'id' | 'version'>,
  session: Pick<EditorSession, 'flush' | 'reload'>,
) {
  const queryClient = useQueryClient();
  const update = useUpdateProposal();
  return {
    isPending: update.isPending,
    /** The change that is being saved. */
    pending: update.isPending ? update.variables.data : undefined,
    save: async (data: ProposalUpdate): Promise<Proposal> => {
      // Unsaved text becomes a version of its own, which is in the cache afterwards.
      await session.flush();
      const shown = queryClient.getQueryData<Proposal>(getGetProposalQueryKey(id));
      try {
        return await update.mutateAsync({ id, data: { ...data, version: shown?.version ?? version } });
      } catch (error) {
        // The screen shows the current state, so that a retry starts from there.
        if (isProblem(error) && error.code === 'stale_version') await session.reload().catch(() => undefined);
        throw error;
      }
    },
  };
}
