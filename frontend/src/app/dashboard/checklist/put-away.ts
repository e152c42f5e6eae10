// Whether the checklist is over for this person in this workspace: dismissed, or done once. This browser remembers it, also
// after signing out.
import type { CurrentUser } from '@/api/gen/model';

type Whose = Pick<CurrentUser, 'id' | 'workspace'>;

const keyOf = ({ id, workspace }: Whose): string => `proffer.checklist.${workspace.id}.${id}`;

export function isPutAway(whose: Whose): boolean {
  try {
    return localStorage.getItem(keyOf(whose)) !== null;
  } catch {
    // Storage is blocked: it stands there on every visit, until all is done.
    return false;
  }
}

export function putAway(whose: Whose): void {
  try {
    localStorage.setItem(keyOf(whose), 'over');
  } catch {
    // Full or blocked: it is away until the next visit.
  }
}

export function bringBack(whose: Whose): void {
  try {
    localStorage.removeItem(keyOf(whose));
  } catch {
    // Blocked: nothing was remembered.
  }
}
