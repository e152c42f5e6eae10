// The form of a new key interrupted by the end of a session, so that it opens again with the same input. The
// key itself is created by the server, shown once and never stored.
import { useKeptName } from '@/shared/forms/use-kept-draft';

/** The name of the form's draft. */
export const NEW_KEY = 'api-key';

export const useKeptKey = (): boolean => useKeptName(NEW_KEY) !== undefined;
