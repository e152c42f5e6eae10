// The client form interrupted by the end of a session, so that it opens again with the typed text.
import type { Client } from '@/api/gen/model';
import { useKeptName } from '@/shared/forms/use-kept-draft';

const DRAFTS = 'client.';

/** The name under which a client's form keeps its draft. */
export const draftOf = (client: Client | null): string => DRAFTS + (client?.id ?? 'new');

/** The form's client: "new", or the client's id. */
export const useKeptClient = (): string | undefined => useKeptName(DRAFTS);
