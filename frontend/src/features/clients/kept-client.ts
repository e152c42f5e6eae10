// The client form that the end of a session took away, so that it opens again with what was typed.
import type { Client } from '@/api/gen/model';
import { useKeptName } from '@/shared/forms/use-kept-draft';

const DRAFTS = 'client.';

/** Under which name the form of a client keeps its draft. */
export const draftOf = (client: Client | null): string => DRAFTS + (client?.id ?? 'new');

/** Whose form it was: "new", or the client's id. */
export const useKeptClient = (): string | undefined => useKeptName(DRAFTS);
