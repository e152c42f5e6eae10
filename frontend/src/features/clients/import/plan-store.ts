// How a file is to be read, as chosen so far, kept for this browser tab: a reload or a detour to sign in loses nothing.
import type { ClientImport, Duplicates, ImportMapping, ImportPlan } from '@/api/gen/model';
import { FIELDS } from './fields';

const key = (importId: string) => `proffer.client-import.${importId}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isDuplicates = (value: unknown): value is Duplicates =>
  value === 'skip' || value === 'update' || value === 'add';

function readMapping(stored: Record<string, unknown>, columns: number): ImportMapping {
  const mapping: ImportMapping = {};
  for (const { name } of FIELDS) {
    const column = stored[name];
    if (typeof column === 'number' && Number.isInteger(column) && column >= 0 && column < columns)
      mapping[name] = column;
  }
  return mapping;
}

/** What was chosen for this file before, else what its columns suggest. */
export function loadPlan({ id, columns, suggested }: ClientImport): ImportPlan {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key(id)) ?? 'null');
    if (isRecord(stored) && isRecord(stored.mapping) && isDuplicates(stored.duplicates)) {
      return { mapping: readMapping(stored.mapping, columns.length), duplicates: stored.duplicates };
    }
  } catch {
    // Storage is blocked or holds something else: the suggestion stands.
  }
  return { mapping: suggested, duplicates: 'skip' };
}

export function savePlan(importId: string, plan: ImportPlan): void {
  try {
    sessionStorage.setItem(key(importId), JSON.stringify(plan));
  } catch {
    // Full or blocked: the page works without it.
  }
}

export function clearPlan(importId: string): void {
  try {
    sessionStorage.removeItem(key(importId));
  } catch {
    // Blocked: there was nothing to remove.
  }
}
