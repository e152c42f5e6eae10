// Connects a field of the response to its label, hint and error.
import type { FormField, FormProblem } from './answer-form';

/** The id of a field's error, for references. */
export const noticeId = (field: FormField) => `problem-${field}`;

/** The attributes that connect a field to its label, hint and error. */
export function tied(name: FormField, problems: readonly FormProblem[], hinted = false) {
  const problem = problems.find(({ fields }) => fields.includes(name));
  const [first] = problem?.fields ?? [];
  const describedBy = [
    ...(hinted ? [`answer-${name}-hint`] : []),
    ...(first === undefined ? [] : [noticeId(first)]),
  ].join(' ');
  return {
    id: `answer-${name}`,
    name,
    'aria-invalid': problem !== undefined,
    ...(describedBy !== '' && { 'aria-describedby': describedBy }),
  };
}
