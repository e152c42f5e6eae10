// The invitation form interrupted by the end of a session, so that it opens again with the typed
// text.
import { useKeptName } from '@/shared/forms/use-kept-draft';

/** The name of the form's draft. */
export const INVITATION = 'invite';

export const useKeptInvitation = (): boolean => useKeptName(INVITATION) !== undefined;
