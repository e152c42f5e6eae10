/** The client's input for a response, and the missing parts. Pure, so that each rule has a test. */
import type {
  ChoiceInput,
  DeclineReason,
  ProblemField,
  SharedActionInput,
  SharedProposal,
} from '@/api/gen/model';

export type Answer = SharedActionInput['action'];

export interface AnswerForm {
  action: Answer;
  readTerms: boolean;
  consent: boolean;
  name: string;
  email: string;
  company: string;
  title: string;
  signature: string;
  message: string;
  reason?: DeclineReason;
  /** The block that a change request is about. */
  blockId?: string;
}

export const EMPTY_FORM: AnswerForm = {
  action: 'accept',
  readTerms: false,
  consent: false,
  name: '',
  email: '',
  company: '',
  title: '',
  signature: '',
  message: '',
};

export const REASONS: Record<DeclineReason, string> = {
  price: 'Price',
  timing: 'Timing',
  scope: 'Scope',
  chose_another: 'We chose someone else',
  no_longer_needed: 'No longer needed',
  other: 'Something else',
};

export type Step = 'choices' | 'terms' | 'consent' | 'details' | 'sign';
export type FormField =
  'choices' | 'terms' | 'consent' | 'name' | 'email' | 'company' | 'title' | 'signature' | 'message';

export interface FormProblem {
  step: Step;
  title: string;
  description: string;
  /** The fields to mark. */
  fields: FormField[];
}

export const termsOf = (proposal: SharedProposal): string | undefined => {
  const terms = proposal.termsAndConditions ?? proposal.companySnapshot?.termsAndConditions;
  return terms === undefined || terms.trim() === '' ? undefined : terms;
};

/** The order of the steps for accepting; without terms or consent, those steps are left out. */
export function stepsOf(proposal: SharedProposal): Step[] {
  const steps: Step[] = ['choices'];
  if (termsOf(proposal) !== undefined) steps.push('terms');
  if (proposal.consent) steps.push('consent');
  steps.push('details', 'sign');
  return steps;
}

/** Loose on purpose: the server decides; this only catches what cannot be an address. */
const looksLikeEmail = (value: string) => /^\S+@\S+\.\S+$/.test(value);
/**
 * A name needs a letter or a digit, of any script: spaces and invisible characters are not a
 * signature.
 */
const hasText = (value: string) => /[\p{L}\p{N}]/u.test(value);

const MISSING = 'Missing Information';

function detailProblems(form: AnswerForm): FormProblem[] {
  const missing: FormField[] = [];
  if (!hasText(form.name)) missing.push('name');
  if (form.email.trim() === '') missing.push('email');
  if (missing.length > 0) {
    const description = 'Please fill in your name and email';
    return [{ step: 'details', title: MISSING, description, fields: missing }];
  }
  if (!looksLikeEmail(form.email.trim())) {
    const description = 'Please enter a valid email address';
    return [{ step: 'details', title: MISSING, description, fields: ['email'] }];
  }
  return [];
}

/** All errors, in the order of the steps. */
export function findProblems(
  form: AnswerForm,
  steps: readonly Step[],
  totals: 'current' | 'waiting' | 'failed',
): FormProblem[] {
  if (form.action !== 'accept') return detailProblems(form);
  const problems: FormProblem[] = [];
  if (totals !== 'current') {
    problems.push({
      step: 'choices',
      title: 'Total Not Ready',
      description: 'Please wait until the total of your choices is calculated, or try again',
      fields: ['choices'],
    });
  }
  if (steps.includes('terms') && !form.readTerms) {
    problems.push({
      step: 'terms',
      title: 'Terms Required',
      description: 'Please confirm that you have read the terms',
      fields: ['terms'],
    });
  }
  if (steps.includes('consent') && !form.consent) {
    problems.push({
      step: 'consent',
      title: 'Consent Required',
      description: 'Please agree to sign electronically to accept the proposal',
      fields: ['consent'],
    });
  }
  problems.push(...detailProblems(form));
  if (!hasText(form.signature)) {
    problems.push({
      step: 'details',
      title: 'Signature Required',
      description: 'Please provide your signature to accept the proposal',
      fields: ['signature'],
    });
  }
  return problems;
}

const FIELDS: Partial<Record<string, { field: FormField; step: Step; title: string }>> = {
  senderName: { field: 'name', step: 'details', title: MISSING },
  senderEmail: { field: 'email', step: 'details', title: MISSING },
  signature: { field: 'signature', step: 'details', title: 'Signature Required' },
  company: { field: 'company', step: 'details', title: 'Company' },
  title: { field: 'title', step: 'details', title: 'Job title' },
  message: { field: 'message', step: 'details', title: 'Message' },
  consentId: { field: 'consent', step: 'consent', title: 'Consent Required' },
  choices: { field: 'choices', step: 'choices', title: 'Your choices' },
};

/** The server's errors at the fields of the form; a common message is shown once. */
export function problemsFrom(errors: readonly ProblemField[]): FormProblem[] {
  const problems: FormProblem[] = [];
  for (const { field, message } of errors) {
    // `choices[2].quantity` is about the choices.
    const known = FIELDS[field.replace(/[.[].*$/, '')];
    if (known === undefined) continue;
    const same = problems.find(({ description, step }) => description === message && step === known.step);
    if (same) same.fields.push(known.field);
    else {
      problems.push({ step: known.step, title: known.title, description: message, fields: [known.field] });
    }
  }
  return problems;
}

const given = (text: string) => (text.trim() === '' ? undefined : text.trim());

/**
 * The body of the request. Each response names the exact revision on the screen; an acceptance also its
 * consent and total.
 */
export function actionInput(
  form: AnswerForm,
  shown: SharedProposal,
  chosen: { choices: ChoiceInput[]; totalAmount: string },
): SharedActionInput {
  const { revision, consent } = shown;
  const message = given(form.message);
  const input: SharedActionInput = {
    action: form.action,
    senderName: form.name.trim(),
    senderEmail: form.email.trim(),
    ...(message !== undefined && { message }),
    ...(revision && { revisionSha256: revision.sha256 }),
  };
  if (form.action === 'accept') {
    const company = given(form.company);
    const title = given(form.title);
    return {
      ...input,
      signature: form.signature.trim(),
      totalAmount: chosen.totalAmount,
      ...(chosen.choices.length > 0 && { choices: chosen.choices }),
      ...(consent && { consentId: consent.id }),
      ...(company !== undefined && { company }),
      ...(title !== undefined && { title }),
    };
  }
  if (form.action === 'decline') return { ...input, ...(form.reason && { reason: form.reason }) };
  return { ...input, ...(form.blockId !== undefined && { blockId: form.blockId }) };
}
