// The invitation that the end of a session took away, so that its form opens again with what was typed.
import { useKeptName } from '@/shared/forms/use-kept-draft';

/** Under which name the form keeps its draft. */
export const INVITATION = 'invite';

export const useKeptInvitation = (): boolean => useKeptName(INVITATION) !== undefined;
