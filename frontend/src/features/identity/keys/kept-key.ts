// The form of a new key that the end of a session took away, so that it opens again with what was chosen. The key itself is made by the
// server, shown once and never kept.
import { useKeptName } from '@/shared/forms/use-kept-draft';

/** Under which name the form keeps its draft. */
export const NEW_KEY = 'api-key';

export const useKeptKey = (): boolean => useKeptName(NEW_KEY) !== undefined;
