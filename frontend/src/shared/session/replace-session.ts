// Another user at the same screen, or the same user in another workspace: data loaded before must
// not be shown.
import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@/api/gen/model';
import { clearAllDrafts, tabDrafts } from './drafts';
import { sessionQuery } from './session';

/** Sets the signed-in user (null: none) and clears all other loaded data. */
export function replaceSession(queryClient: QueryClient, user: CurrentUser | null): void {
  if (user === null) clearAllDrafts();
  else tabDrafts.clearOthers(user);
  queryClient.setQueryData(sessionQuery.queryKey, user);
  const [session] = sessionQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
}
