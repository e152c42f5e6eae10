// What an owner can do with one proposal, each with its message. A save shows at once and goes to the server after that;
// when the server refuses, the earlier state comes back and nothing typed is lost.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal } from '@/api/gen/model';
import {
  getGetProposalQueryKey,
  useConfirmPricingItem,
  useShareProposal,
  useUpdateProposal,
} from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { isProblem, type Problem } from '@/api/problem';
import { replaceSection } from '@/shared/document/sections';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { copyText } from '@/shared/lib/copy-text';

/** Somebody else saved first: both versions of the document, and the part that was being edited. */
export interface EditConflict {
  sectionId: string;
  mine: string;
  theirs: string;
  theirVersion: number;
}

export function useProposalActions(proposal: Proposal) {
  const queryClient = useQueryClient();
  const { id } = proposal;
  const key = getGetProposalQueryKey(id);
  const update = useUpdateProposal();
  const share = useShareProposal();
  const confirm = useConfirmPricingItem();
  const [blockers, setBlockers] = useState<Problem['errors']>([]);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  /** A link the browser would not copy by itself, to be shown instead. */
  const [shownLink, setShownLink] = useState<string | null>(null);
  const [sent, setSent] = useState(false);

  const take = async (next: Proposal) => {
    queryClient.setQueryData(key, next);
    setBlockers([]);
    await invalidateLists(queryClient);
  };

  const saveHtml = async (sectionId: string, inner: string, base: { html: string; version: number }) => {
    const htmlContent = replaceSection(base.html, sectionId, inner);
    const before = queryClient.getQueryData<Proposal>(key);
    queryClient.setQueryData<Proposal>(key, (shown) => shown && { ...shown, htmlContent });
    try {
      await take(await update.mutateAsync({ id, data: { htmlContent, version: base.version } }));
      setConflict(null);
      showToast({ title: 'Success', description: 'Proposal updated successfully!' });
      return true;
    } catch (error) {
      queryClient.setQueryData(key, before);
      const found = isProblem(error) && error.code === 'stale_version' ? error.body.conflict : undefined;
      if (found === undefined) {
        toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
      } else {
        setConflict({
          sectionId,
          mine: inner,
          theirs: found.currentHtmlContent,
          theirVersion: found.currentVersion,
        });
      }
      return false;
    }
  };

  return {
    saving: update.isPending,
    sharing: share.isPending,
    confirming: confirm.isPending ? confirm.variables.itemId : undefined,
    blockers,
    conflict,
    shownLink,
    sent,

    closeLink: () => {
      setShownLink(null);
    },
    closeSent: () => {
      setSent(false);
    },

    saveSection: (sectionId: string, inner: string) =>
      saveHtml(sectionId, inner, { html: proposal.htmlContent, version: proposal.version }),

    /** Settles a conflict by putting this side's section into the other side's document. */
    keepMine: ({ sectionId, mine, theirs, theirVersion }: EditConflict) =>
      saveHtml(sectionId, mine, { html: theirs, version: theirVersion }),

    keepTheirs: async () => {
      await queryClient.invalidateQueries({ queryKey: key });
      setConflict(null);
    },

    rename: async (title: string) => {
      try {
        await take(await update.mutateAsync({ id, data: { title } }));
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
      try {
        await take(await update.mutateAsync({ id, data: { status: 'pending' } }));
        setSent(true);
      } catch (error) {
        if (isProblem(error) && error.code === 'pre_send_blocked') setBlockers(error.errors);
        else
          toastFailure(error, { title: 'Error', description: 'Failed to send proposal. Please try again.' });
      }
    },

    editAnyway: async () => {
      try {
        await take(await update.mutateAsync({ id, data: { status: 'draft' } }));
        showToast({ title: 'Success', description: 'Proposal reverted to draft. You can now edit it.' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to revert proposal to draft.' });
        return false;
      }
    },

    confirmAmount: async (itemId: string) => {
      try {
        await take(await confirm.mutateAsync({ id, itemId }));
      } catch (error) {
        toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
      }
    },
  };
}

export type ProposalActions = ReturnType<typeof useProposalActions>;
