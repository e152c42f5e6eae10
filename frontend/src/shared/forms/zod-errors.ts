// Rules of a form as a zod schema (its small build: these pages are to stay light), and how a form reads them.
import * as z from 'zod/mini';
import type { FieldErrors } from './use-form';

/** Text that must be more than blanks; surrounding blanks are dropped. */
export const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

/** The check a form asks for: the first message of each field. */
export const zodErrors =
  <Values extends object>(schema: z.ZodMiniType) =>
  (values: Values): FieldErrors<Values> => {
    const result = schema.safeParse(values);
    const found: Record<string, string> = {};
    for (const issue of result.error?.issues ?? []) {
      const field = String(issue.path[0]);
      found[field] ??= issue.message;
    }
    return found as FieldErrors<Values>;
  };
