// The chosen mapping of a file, kept for this browser tab: a reload or a detour to sign in loses
// nothing.
import type { ClientImport, Duplicates, ImportMapping, ImportPlan } from '@/api/gen/model';
import { useKept } from '@/shared/session/use-kept';
import { FIELDS } from './fields';

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

/** The earlier choice for this file, and the setter for the current one. */
export const useKeptPlan = ({ id, columns }: ClientImport) =>
  useKept<ImportPlan>(`import.${id}`, (kept) =>
    isRecord(kept) && isRecord(kept.mapping) && isDuplicates(kept.duplicates)
      ? { mapping: readMapping(kept.mapping, columns.length), duplicates: kept.duplicates }
      : undefined,
  );
