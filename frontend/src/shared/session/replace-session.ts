// Somebody else at the same screen, or the same person in another workspace: whatever was loaded before must not show.
import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@/api/gen/model';
import { clearAllDrafts, tabDrafts } from './drafts';
import { sessionQuery } from './session';

/** Sets who is signed in (null: nobody) and forgets everything else that was loaded. */
export function replaceSession(queryClient: QueryClient, user: CurrentUser | null): void {
  if (user === null) clearAllDrafts();
  else tabDrafts.clearOthers(user);
  queryClient.setQueryData(sessionQuery.queryKey, user);
  const [session] = sessionQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
}
