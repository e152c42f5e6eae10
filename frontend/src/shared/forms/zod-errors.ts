// Form rules as a zod schema (its small build, to keep these pages light), and their use in forms.
import * as z from 'zod/mini';
import type { FieldErrors } from './use-form';

/** Text that must not be blank; surrounding white space is removed. */
export const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

/** The validation of a form: the first message of each field. */
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
