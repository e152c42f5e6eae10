// What an owner can do with one proposal, each with its message.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal } from '@/api/gen/model';
import {
  getGetProposalQueryKey,
  useRefreshProposal,
  useShareProposal,
  useUpdateProposal,
} from '@/api/gen/proposals/proposals';
import { isProblem, type Problem } from '@/api/problem';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { copyText } from '@/shared/lib/copy-text';
import type { EditorSession } from './session';

type Blockers = Problem['errors'];

export function useProposalActions(
  proposal: Proposal,
  session: EditorSession,
  onBlocked: (blockers: Blockers) => void,
) {
  const queryClient = useQueryClient();
  const { id } = proposal;
  const key = getGetProposalQueryKey(id);
  const update = useUpdateProposal();
  const share = useShareProposal();
  const refresh = useRefreshProposal();
  /** A link the browser would not copy by itself, to be shown instead. */
  const [shownLink, setShownLink] = useState<string | null>(null);
  const [sent, setSent] = useState(false);

  const { take } = session;

  /** What is typed goes first: an action is about what is on the screen. */
  const saved = async () => {
    if (await session.flush()) return true;
    showToast({
      title: 'Unsaved changes',
      description: 'Your last changes are not saved yet. Try again when they are.',
      variant: 'destructive',
    });
    return false;
  };

  return {
    saving: update.isPending,
    sharing: share.isPending,
    refreshing: refresh.isPending,
    shownLink,
    sent,

    closeLink: () => {
      setShownLink(null);
    },
    closeSent: () => {
      setSent(false);
    },

    rename: async (title: string) => {
      try {
        take(await update.mutateAsync({ id, data: { title } }));
        showToast({ title: 'Success', description: 'Proposal updated successfully!' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
        return false;
      }
    },

    share: async () => {
      try {
        const { shareToken, url } = await share.mutateAsync({ id });
        queryClient.setQueryData<Proposal>(key, (shown) => shown && { ...shown, shareToken });
        if (await copyText(url)) {
          showToast({ title: 'Success', description: 'Shareable link copied to clipboard!' });
        } else {
          setShownLink(url);
        }
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to generate share link.' });
      }
    },

    send: async () => {
      if (!(await saved())) return;
      try {
        take(await update.mutateAsync({ id, data: { status: 'pending' } }));
        setSent(true);
      } catch (error) {
        if (isProblem(error) && error.code === 'pre_send_blocked') onBlocked(error.errors);
        else
          toastFailure(error, { title: 'Error', description: 'Failed to send proposal. Please try again.' });
      }
    },

    editAnyway: async () => {
      try {
        take(await update.mutateAsync({ id, data: { status: 'draft' } }));
        showToast({ title: 'Success', description: 'Proposal reverted to draft. You can now edit it.' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to revert proposal to draft.' });
        return false;
      }
    },

    refresh: async () => {
      if (!(await saved())) return;
      try {
        take(await refresh.mutateAsync({ id }));
        showToast({ title: 'Success', description: 'Proposal refreshed with latest company information!' });
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to refresh proposal. Please try again.' });
      }
    },
  };
}

export type ProposalActions = ReturnType<typeof useProposalActions>;
