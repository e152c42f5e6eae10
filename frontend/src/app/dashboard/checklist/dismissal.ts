// Whether the checklist is finished for this user in this workspace: dismissed, or completed once.
// Stored in this browser, also after signing out.
import type { CurrentUser } from '@/api/gen/model';

type ChecklistOwner = Pick<CurrentUser, 'id' | 'workspace'>;

const keyOf = ({ id, workspace }: ChecklistOwner): string => `proffer.checklist.${workspace.id}.${id}`;

export function isDismissed(owner: ChecklistOwner): boolean {
  try {
    return localStorage.getItem(keyOf(owner)) !== null;
  } catch {
    // Storage is blocked: it is shown on every visit, until all steps are done.
    return false;
  }
}

export function dismiss(owner: ChecklistOwner): void {
  try {
    localStorage.setItem(keyOf(owner), 'over');
  } catch {
    // Full or blocked: it is hidden until the next visit.
  }
}

export function restore(owner: ChecklistOwner): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // Blocked: nothing was stored.
  }
}
