// The validation of the wizard, with the product's messages. The server repeats it.
import type { FieldErrors } from '@/shared/forms/use-form';
import type { WizardValues } from './draft-store';

export const RECAP_MIN = 50;
const DETAIL_MIN = 10;

export const recapIsLongEnough = (recap: string): boolean => recap.trim().length >= RECAP_MIN;
export const detailIsLongEnough = (detail: string): boolean => detail.trim().length >= DETAIL_MIN;

export function wizardErrors(values: WizardValues): FieldErrors<WizardValues> {
  return {
    ...(values.clientId === '' && { clientId: 'Please select a client' }),
    ...(!detailIsLongEnough(values.clientContext) && {
      clientContext: 'Please provide more context about the client needs',
    }),
    ...(!detailIsLongEnough(values.proposedSolution) && {
      proposedSolution: 'Please describe your proposed solution',
    }),
    ...(values.pricingDetails.trim() === '' && {
      pricingDetails: 'Please enter the pricing for this proposal',
    }),
  };
}
