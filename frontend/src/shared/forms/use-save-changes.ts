// Saves changes to a record that another user may have changed since the form was opened. The
// server keeps changes of other fields; if both changed the same field it refuses, and the user is
// asked which value to keep (`ConflictDialog`).
import { useState } from 'react';
import type { StaleField, StaleRecord } from '@/api/gen/model';
import { isProblem } from '@/api/problem';

/** The question was closed without an answer: the form stays the same, and there is nothing to report. */
export class SavingStopped extends Error {
  override readonly name = 'SavingStopped';
}

/** The question of `ConflictDialog`. */
export interface ConflictQuestion {
  fields: readonly StaleField[];
  /** Saves again: the typed values of these fields, and the stored values of the others. */
  answer: (mine: ReadonlySet<string>) => void;
  stop: () => void;
}

/** Both values of each conflicting field. */
export const staleRecordOf = (error: unknown): StaleRecord | undefined =>
  isProblem(error) && error.code === 'stale_record' ? error.body.staleRecord : undefined;

/** The fields that differ from the values when the form was opened. */
export const changedOf = <Values extends object>(values: Values, opened: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== opened[field as keyof Values]),
  ) as Partial<Values>;

export function useSaveChanges() {
  const [question, setQuestion] = useState<ConflictQuestion | null>(null);

  const ask = (fields: readonly StaleField[]) =>
    new Promise<ReadonlySet<string>>((resolve, reject) => {
      setQuestion({
        fields,
        answer: (mine) => {
          setQuestion(null);
          resolve(mine);
        },
        stop: () => {
          setQuestion(null);
          reject(new SavingStopped());
        },
      });
    });

  /**
   * `etag` is that of the record that the form was opened with. Sends until there is no conflict; throws
   * `SavingStopped` if the user prefers to continue editing.
   */
  const save = async <Data extends object, Saved>(
    etag: string | undefined,
    changes: Data,
    send: (data: Data & { etag?: string }) => Promise<Saved>,
  ): Promise<Saved> => {
    let data: Data & { etag?: string } = etag === undefined ? changes : { ...changes, etag };
    for (;;) {
      try {
        return await send(data);
      } catch (error) {
        const stale = staleRecordOf(error);
        if (stale === undefined) throw error;
        const mine = await ask(stale.fields);
        const theirs = stale.fields.filter(({ field }) => !mine.has(field));
        // A blank value is left out, because absent fields are not changed.
        const stored = Object.fromEntries(theirs.map(({ field, current }) => [field, current ?? undefined]));
        data = { ...data, ...stored, etag: stale.etag };
      }
    }
  };

  return { save, question };
}
