// A refusal that concerns one field of a form although the server names none.
import { isProblem, Problem } from '@/api/problem';

/** The same failure, with its message at the field when it has one of these codes. For the `catch` of a form's `onSubmit`. */
export function atField(error: unknown, field: string, ...codes: readonly string[]): unknown {
  if (!isProblem(error) || !codes.includes(error.code)) return error;
  const { status, code, userMessage, body, retryAfter } = error;
  const errors = [{ field, code, message: userMessage }];
  return new Problem(status, code, userMessage, { ...body, errors }, retryAfter);
}
