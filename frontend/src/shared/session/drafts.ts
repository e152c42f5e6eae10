// What somebody is in the middle of, kept in this browser until it is finished or they sign out. Each draft belongs to one
// person in one workspace: nobody else at the same browser sees it.
import type { CurrentUser } from '@/api/gen/model';

const PREFIX = 'proffer.draft.';

const keyOf = (name: string, { id, workspace }: Pick<CurrentUser, 'id' | 'workspace'>): string =>
  `${PREFIX}${name}.${workspace.id}.${id}`;

/** Whatever is kept there; nobody vouches for its shape. */
export function loadDraft(name: string, user: CurrentUser): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name, user)) ?? 'null');
  } catch {
    // Storage is blocked or holds something else: there is no draft.
    return null;
  }
}

export function saveDraft(name: string, user: CurrentUser, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(name, user), JSON.stringify(draft));
  } catch {
    // Full or blocked: the screen works without it.
  }
}

export function clearDraft(name: string, user: CurrentUser): void {
  try {
    localStorage.removeItem(keyOf(name, user));
  } catch {
    // Blocked: there was nothing to remove.
  }
}

/** Whoever uses this browser next must find nothing. */
export function clearAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Blocked: there was nothing to remove.
  }
}
