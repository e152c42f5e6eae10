// The user's decisions about the assistant's changes: keeping, refusing, or reverting a whole
// message.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getListChatMessagesQueryKey,
  useRevertChatMessage,
  useReviewChatChange,
} from '@/api/gen/assistant/assistant';
import type { ChatMessage, LineItem, PricingTable, Proposal, RevertConflict } from '@/api/gen/model';
import { getGetProposalQueryKey, useSavePricing } from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';

/** A block's id, or the prices. */
export type Target = string;
export const PRICES = 'prices';

const itemsOf = ({ groups }: PricingTable) => groups.flatMap(({ items }) => items);

/** The undecided changes of a message. */
export function openTargets({ changes, pricing, pricingReview, revertedAt }: ChatMessage): Target[] {
  if (revertedAt !== undefined) return [];
  const blocks = changes.filter(({ review }) => review === 'open').map(({ block }) => block.blockId);
  return pricing.length > 0 && pricingReview === 'open' ? [...blocks, PRICES] : blocks;
}

/** Whether any change of a message is still in the document. */
export function canRevert({ madeChanges, changes, pricingReview, revertedAt }: ChatMessage): boolean {
  const reviews = [...changes.map(({ review }) => review), ...(pricingReview ? [pricingReview] : [])];
  const allRefused = reviews.length > 0 && reviews.every((review) => review === 'refused');
  return madeChanges && revertedAt === undefined && !allRefused;
}

export function useChanges(proposal: Proposal) {
  const { id, version } = proposal;
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const review = useReviewChatChange();
  const revert = useRevertChatMessage();
  const save = useSavePricing();
  /** The message being changed, and the pressed button. */
  const [working, setWorking] = useState<{ messageId: string; on: Target } | null>(null);
  const [conflicts, setConflicts] = useState<Readonly<Record<string, readonly RevertConflict[]>>>({});
  const listKey = getListChatMessagesQueryKey(id);

  const show = (message: ChatMessage) => {
    queryClient.setQueryData<ChatMessage[]>(listKey, (known) =>
      known?.map((one) => (one.id === message.id ? message : one)),
    );
  };

  /** Runs a change after saving the typed text; one at a time. */
  const work = async (messageId: string, on: Target, what: () => Promise<void>, failure: string) => {
    if (working !== null) return;
    setWorking({ messageId, on });
    try {
      if (await session.flush()) await what();
      else {
        showToast({
          title: 'Error',
          description: 'Your latest edits could not be saved. Save them first, then try again.',
          variant: 'destructive',
        });
      }
    } catch (error) {
      toastFailure(error, { title: 'Error', description: failure });
    } finally {
      setWorking(null);
    }
  };

  const changed = async () => {
    await session.reload();
    void invalidateLists(queryClient);
  };

  const decide = async (messageId: string, target: Target, keep: boolean) => {
    const data = target === PRICES ? { keep } : { blockId: target, keep };
    const result = await review.mutateAsync({ id, messageId, data });
    show(result.message);
    setConflicts((known) => ({ ...known, [messageId]: result.conflicts }));
    return result;
  };

  return {
    working,
    conflictsOf: (messageId: string) => conflicts[messageId] ?? [],

    decide: (messageId: string, target: Target, keep: boolean) =>
      work(
        messageId,
        target,
        async () => {
          const result = await decide(messageId, target, keep);
          if (!keep || result.version !== version) await changed();
        },
        keep
          ? 'Failed to keep the change. Please try again.'
          : 'Failed to reject the change. Please try again.',
      ),

    /** Whether this line item, as it is, still waits to be confirmed. */
    isUnconfirmed: (item: LineItem) =>
      itemsOf(proposal.pricing).some(
        (now) => now.id === item.id && !now.confirmed && now.unitPrice === item.unitPrice,
      ),

    /** Saves a line item as the question about it was answered. */
    answer: (messageId: string, item: LineItem) =>
      work(
        messageId,
        item.id,
        async () => {
          const now = queryClient.getQueryData<Proposal>(getGetProposalQueryKey(id)) ?? proposal;
          const groups = now.pricing.groups.map((group) => ({
            ...group,
            items: group.items.map((known) => (known.id === item.id ? item : known)),
          }));
          const data = { version: now.version, pricing: { ...now.pricing, groups } };
          session.take(await save.mutateAsync({ id, data }));
        },
        'Failed to save the price. Please try again.',
      ),

    keepAll: (message: ChatMessage) =>
      work(
        message.id,
        'all',
        async () => {
          for (const target of openTargets(message)) await decide(message.id, target, true);
        },
        'Failed to keep the changes. Please try again.',
      ),

    revert: (message: ChatMessage) =>
      work(
        message.id,
        'revert',
        async () => {
          const result = await revert.mutateAsync({ id, messageId: message.id });
          setConflicts((known) => ({ ...known, [message.id]: result.conflicts }));
          await queryClient.invalidateQueries({ queryKey: listKey });
          await changed();
          const parts = message.changes.length + (message.pricing.length > 0 ? 1 : 0);
          // If everything was changed again since, nothing was restored; the reasons are shown at the
          // message.
          if (result.conflicts.length < Math.max(parts, 1)) {
            showToast({
              title: 'Changes reverted',
              description: 'The proposal has been restored to its previous state.',
            });
          }
        },
        'Failed to revert changes. Please try again.',
      ),
  };
}

export type Changes = ReturnType<typeof useChanges>;
