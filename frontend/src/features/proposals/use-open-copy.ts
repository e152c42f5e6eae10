// Copying opens the wizard with the proposal's inputs.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ProposalCard } from '@/api/gen/model';
import { getGetProposalQueryOptions } from '@/api/gen/proposals/proposals';
import { paths } from '@/shared/paths';
import { toastFailure } from '@/shared/ui/toast/toast-store';

/** A longer address would be refused on reload; then the wizard reads the texts from the proposal it copies. */
const ADDRESS_MAX = 6000;

export function useOpenCopy() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  return async ({ id, clientId }: Pick<ProposalCard, 'id' | 'clientId'>) => {
    try {
      const { clientContext, proposedSolution, pricingDetails, additionalNotes } = await queryClient.query(
        getGetProposalQueryOptions(id),
      );
      const whole = paths.newProposal({
        copyFrom: id,
        clientId,
        clientContext,
        proposedSolution,
        pricingDetails,
        ...(additionalNotes !== undefined && { additionalNotes }),
      });
      await navigate(whole.length <= ADDRESS_MAX ? whole : paths.newProposal({ copyFrom: id, clientId }));
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to copy proposal. Please try again.' });
    }
  };
}
