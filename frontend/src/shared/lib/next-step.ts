// The action that a link to a proposal is meant for, if it is more than opening its page: part of
// the navigation state, not of the address, so that a link from elsewhere cannot trigger it.
import { useLocation } from 'react-router';

export type NextStep = 'remind' | 'read answer' | 'share';

/** For the `state` of a link. */
export const toNextStep = (nextStep: NextStep) => ({ nextStep });

/** The action that this page was opened for, if any. */
export function useNextStep(): NextStep | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('nextStep' in state)) return undefined;
  const { nextStep } = state;
  return nextStep === 'remind' || nextStep === 'read answer' || nextStep === 'share' ? nextStep : undefined;
}
