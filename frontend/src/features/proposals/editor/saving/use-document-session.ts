// One proposal's document while its editor is open: the autosave, connected to the page's lifecycle and to
// the cache.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CurrentUser, Proposal } from '@/api/gen/model';
import {
  getGetProposalQueryKey,
  getGetProposalQueryOptions,
  getListVersionsQueryKey,
  useUpdateProposal,
} from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { useMember } from '@/shared/session/session';
import { isLeavingSignedOut } from '@/shared/session/signed-out';
import { showToast } from '@/shared/ui/toast/toast-store';
import { readBlocks, sameBlocks, type Block } from '../document/blocks';
import type { EditorSession } from '../session';
import { Autosave } from './autosave';
import { forgetWork, keepWork, keptWork, type KeptWork } from './kept-work';

/** The document on the screen, once its editor is loaded. */
export interface Surface {
  read: () => Block[];
  show: (blocks: Block[], base: Block[]) => void;
}

export function useDocumentSession(proposal: Proposal) {
  const queryClient = useQueryClient();
  const user = useMember();
  const { mutateAsync } = useUpdateProposal();
  const { id, version } = proposal;
  const key = getGetProposalQueryKey(id);

  const cache = (next: Proposal) => {
    queryClient.setQueryData<Proposal>(key, (shown) =>
      shown !== undefined && shown.version > next.version ? shown : next,
    );
    void queryClient.invalidateQueries({ queryKey: getListVersionsQueryKey(id) });
  };

  const [{ autosave, attach }] = useState(() => {
    let surface: Surface | undefined;
    const created: Autosave = new Autosave(proposal, {
      read: () => surface?.read() ?? created.base.blocks,
      show: (blocks, base) => surface?.show(blocks, base),
      save: (htmlContent, from) => mutateAsync({ id, data: { htmlContent, version: from } }),
      saved: (answer) => {
        cache(answer);
        void invalidateLists(queryClient);
      },
      keep: (html, base) => {
        keepWork(id, user, { html, base });
      },
      forget: () => {
        forgetWork(id, user);
      },
      merged: (by) => {
        showToast({
          title: by === undefined ? 'Other changes were merged' : `${by}'s changes were merged`,
          description: 'They affect other parts than yours. Nothing is lost.',
        });
      },
    });
    return {
      autosave: created,
      attach: (next: Surface) => {
        surface = next;
        next.show(created.base.blocks, created.base.blocks);
        return () => {
          surface = undefined;
        };
      },
    };
  });
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const [kept, setKept] = useState(() => unfinished(proposal, user));

  // A newer version of the proposal, from any source.
  useEffect(() => {
    autosave.take({ htmlContent: proposal.htmlContent, version });
  }, [autosave, proposal.htmlContent, version]);

  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'hidden') void autosave.flush();
      // The user may have paid in another tab.
      else autosave.retry();
    };
    const online = () => {
      autosave.retry();
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (!autosave.guarded) return;
      void autosave.flush();
      // It is kept, and offered again after signing in.
      if (!isLeavingSignedOut()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', warn);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', warn);
      autosave.dispose();
    };
  }, [autosave]);

  const session = useMemo<EditorSession>(() => {
    const take = (next: Proposal) => {
      queryClient.setQueryData(getGetProposalQueryKey(id), next);
      autosave.take(next);
      void queryClient.invalidateQueries({ queryKey: getListVersionsQueryKey(id) });
      void invalidateLists(queryClient);
    };
    return {
      flush: () => autosave.flush(),
      take,
      reload: async () => {
        take(await queryClient.query({ ...getGetProposalQueryOptions(id), staleTime: 0 }));
      },
    };
  }, [autosave, id, queryClient]);

  return {
    session,
    autosave,
    attach,
    state,
    /** Unsaved work from an earlier visit. */
    kept,
    restoreKept: () => {
      if (kept !== undefined) autosave.restore(kept.html, kept.base);
      setKept(undefined);
    },
    discardKept: () => {
      forgetWork(id, user);
      setKept(undefined);
    },
  };
}

export type DocumentSession = ReturnType<typeof useDocumentSession>;

function unfinished({ id, htmlContent }: Proposal, user: CurrentUser): KeptWork | undefined {
  const found = keptWork(id, user);
  return found !== undefined && !sameBlocks(readBlocks(found.html), readBlocks(htmlContent))
    ? found
    : undefined;
}
