// Whether the checklist is finished for this user in this workspace: dismissed, or completed once.
// Stored in this browser, also after signing out.
import type { CurrentUser } from '@/api/gen/model';

type Whose = Pick<CurrentUser, 'id' | 'workspace'>;

const keyOf = ({ id, workspace }: Whose): string => `proffer.checklist.${workspace.id}.${id}`;

export function isPutAway(whose: Whose): boolean {
  try {
    return localStorage.getItem(keyOf(whose)) !== null;
  } catch {
    // Storage is blocked: it is shown on every visit, until all steps are done.
    return false;
  }
}

export function putAway(whose: Whose): void {
  try {
    localStorage.setItem(keyOf(whose), 'over');
  } catch {
    // Full or blocked: it is hidden until the next visit.
  }
}

export function bringBack(whose: Whose): void {
  try {
    localStorage.removeItem(keyOf(whose));
  } catch {
    // Blocked: nothing was stored.
  }
}
