// The proposal's link: creating, copying, replacing and revoking it, and its validity.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getGetActivityQueryKey } from '@/api/gen/evidence/evidence';
import type { Proposal } from '@/api/gen/model';
import { getGetProposalQueryKey, useRevokeShareLink, useShareProposal } from '@/api/gen/proposals/proposals';
import { copyText } from '@/shared/lib/copy-text';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import type { EditorSession } from '../session';
import { useVersionedUpdate } from '../use-versioned-update';

/** `begun`: the page was opened to share the proposal, which has no link yet. */
export function useShare(proposal: Pick<Proposal, 'id' | 'version'>, session: EditorSession, begun: boolean) {
  const { id } = proposal;
  const queryClient = useQueryClient();
  const share = useShareProposal();
  const revoke = useRevokeShareLink();
  const update = useVersionedUpdate(proposal, session);
  const [open, setOpen] = useState(begun);
  /** Written by the server, which knows its public address. */
  const [link, setLink] = useState<string>();

  const show = (shareToken: string | undefined, url: string | undefined) => {
    queryClient.setQueryData<Proposal>(getGetProposalQueryKey(id), (shown) => {
      if (shown === undefined) return undefined;
      const { shareToken: _, ...rest } = shown;
      return shareToken === undefined ? rest : { ...rest, shareToken };
    });
    setLink(url);
    void queryClient.invalidateQueries({ queryKey: getGetActivityQueryKey(id) });
  };

  const make = async (renew: boolean) => {
    try {
      const { shareToken, url } = await share.mutateAsync({ id, params: renew ? { renew } : {} });
      show(shareToken, url);
      return url;
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to generate share link.' });
      return undefined;
    }
  };

  return {
    busy: share.isPending,
    revoking: revoke.isPending,
    saving: update.isPending,
    open,
    link,
    close: () => {
      setOpen(false);
    },

    /** Opens the dialog with the link, already on the clipboard if the browser allows it. */
    share: async () => {
      const url = await make(false);
      if (url === undefined) return;
      setOpen(true);
      if (await copyText(url)) {
        showToast({ title: 'Success', description: 'Shareable link copied to clipboard!' });
      }
    },
    replace: async () => {
      const made = (await make(true)) !== undefined;
      if (made) showToast({ title: 'New link', description: 'The old link no longer works.' });
      return made;
    },
    revoke: async () => {
      try {
        await revoke.mutateAsync({ id });
        show(undefined, undefined);
        showToast({ title: 'Link revoked', description: 'It no longer works.' });
        return true;
      } catch (error) {
        toastFailure(error, { title: 'Error', fallback: 'The link could not be revoked. Please try again.' });
        return false;
      }
    },
    /** Throws errors that the form shows. `again`: it has expired, and is sent again with the new date. */
    saveValidity: async (validUntil: string, again: boolean) => {
      session.take(await update.save({ validUntil, ...(again && { status: 'pending' as const }) }));
      showToast(
        again
          ? { title: 'Sent again', description: 'Your client can accept it with the same link.' }
          : { title: 'Saved', description: 'Proposal updated successfully!' },
      );
    },
  };
}

export type Sharing = ReturnType<typeof useShare>;
