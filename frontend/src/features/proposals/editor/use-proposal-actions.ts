// The owner's actions for one proposal, each with its message.
import type { Proposal, ProposalUpdate } from '@/api/gen/model';
import { useRefreshProposal } from '@/api/gen/proposals/proposals';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import type { EditorSession } from './session';
import { useVersionedUpdate } from './use-versioned-update';

export function useProposalActions(proposal: Proposal, session: EditorSession) {
  const { id } = proposal;
  const update = useVersionedUpdate(proposal, session);
  const refresh = useRefreshProposal();
  const { take } = session;

  /**
   * Unsaved text is saved first: an action refers to what is on the screen. Returns false, with a
   * message, if it could not be saved.
   */
  const saved = async () => {
    if (await session.flush()) return true;
    showToast({
      title: 'Unsaved changes',
      description: 'Your last changes are not saved yet. Try again when they are saved.',
      variant: 'destructive',
    });
    return false;
  };

  return {
    saving: update.isPending,
    refreshing: refresh.isPending,
    saved,

    save: async (change: ProposalUpdate) => {
      try {
        take(await update.save(change));
        showToast({ title: 'Success', description: 'Proposal updated successfully!' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
        return false;
      }
    },

    editAnyway: async () => {
      try {
        take(await update.save({ status: 'draft' }));
        showToast({ title: 'Success', description: 'Proposal reverted to draft. You can now edit it.' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to revert proposal to draft.' });
        return false;
      }
    },

    refresh: async () => {
      if (!(await saved())) return false;
      try {
        take(await refresh.mutateAsync({ id }));
        showToast({ title: 'Success', description: 'Proposal refreshed with latest company information!' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to refresh proposal. Please try again.' });
        return false;
      }
    },
  };
}

export type ProposalActions = ReturnType<typeof useProposalActions>;
