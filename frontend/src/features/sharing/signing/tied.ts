// How a field of the answer is tied to its label, its hint and what is wrong with it.
import type { FormField, FormProblem } from './answer-form';

/** Where the notice about a field stands, so that the field can name it. */
export const noticeId = (field: FormField) => `problem-${field}`;

/** The attributes that tie a field to its label, its hint and its problem. */
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
