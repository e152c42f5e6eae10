// The pre-send check of the proposal in the editor: repeated after each saved change, and settled
// claim by claim.
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Claim, PreSendCheck, Proposal } from '@/api/gen/model';
import {
  getGetPreSendCheckQueryKey,
  useAcceptClaims,
  useConfirmPricingItem,
  useGetPreSendCheck,
  useRemoveClaims,
} from '@/api/gen/proposals/proposals';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';

type Checked = Pick<Proposal, 'id' | 'version' | 'updatedAt' | 'status'>;

const keyOf = ({ id, version, updatedAt }: Checked) =>
  [...getGetPreSendCheckQueryKey(id), version, updatedAt] as const;

function useCheckQuery(proposal: Checked) {
  return useGetPreSendCheck(proposal.id, {
    query: {
      queryKey: keyOf(proposal),
      enabled: proposal.status === 'draft',
      placeholderData: keepPreviousData,
      // The company's and the client's words may have changed on other screens.
      staleTime: 0,
    },
  });
}

/** How many findings prevent sending; for the badge on the tab. */
export function useFindingCount(proposal: Checked): number | undefined {
  const { data } = useCheckQuery(proposal);
  return data?.findings.filter(({ severity }) => severity === 'blocker').length;
}

export function useCheck(proposal: Checked) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const query = useCheckQuery(proposal);
  const accept = useAcceptClaims();
  const remove = useRemoveClaims();
  const confirm = useConfirmPricingItem();
  /** What is being settled: a claim's key or an item's id. */
  const [settling, setSettling] = useState<string>();

  const settle = async (what: string, work: () => Promise<void>) => {
    setSettling(what);
    try {
      // Unsaved text may contain the claim.
      if (await session.flush()) await work();
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'That did not work. Please try again.' });
    } finally {
      setSettling(undefined);
    }
  };

  return {
    query,
    settling,
    accept: ({ key }: Claim) =>
      settle(key, async () => {
        const next = await accept.mutateAsync({ id: proposal.id, data: { claims: [key] } });
        queryClient.setQueryData<PreSendCheck>(keyOf(proposal), next);
      }),
    remove: ({ key }: Claim) =>
      settle(key, async () => {
        await remove.mutateAsync({ id: proposal.id, data: { claims: [key] } });
        await session.reload();
      }),
    confirm: (itemId: string) =>
      settle(itemId, async () => {
        session.take(await confirm.mutateAsync({ id: proposal.id, itemId }));
        await queryClient.invalidateQueries({ queryKey: getGetPreSendCheckQueryKey(proposal.id) });
      }),
  };
}

export type CheckActions = ReturnType<typeof useCheck>;
