/** What the client types on the shared page, and what is still missing from it. Pure, so that each rule has a test. */
import type { Consent, SharedActionInput, SharedProposal } from '@/api/gen/model';

export type ClientAction = SharedActionInput['action'];

export interface ResponseForm {
  action: ClientAction;
  name: string;
  email: string;
  signature: string;
  message: string;
  consent: boolean;
}

export const EMPTY_FORM: ResponseForm = {
  action: 'accept',
  name: '',
  email: '',
  signature: '',
  message: '',
  consent: false,
};

export type FormField = 'name' | 'email' | 'signature' | 'consent';

export interface FormProblem {
  title: string;
  description: string;
  /** The fields to mark, the first of which gets the focus. */
  fields: FormField[];
}

/** Loose on purpose: the server decides; this only catches what cannot be an address. */
const looksLikeEmail = (value: string) => /^\S+@\S+\.\S+$/.test(value);

export function findProblem(form: ResponseForm, consent: Consent | undefined): FormProblem | undefined {
  const missing: FormField[] = [];
  if (form.name.trim() === '') missing.push('name');
  if (form.email.trim() === '') missing.push('email');
  if (missing.length > 0) {
    return {
      title: 'Missing Information',
      description: 'Please fill in your name and email',
      fields: missing,
    };
  }
  if (!looksLikeEmail(form.email.trim())) {
    return {
      title: 'Missing Information',
      description: 'Please enter a valid email address',
      fields: ['email'],
    };
  }
  if (form.action !== 'accept') return undefined;
  if (form.signature.trim() === '') {
    return {
      title: 'Signature Required',
      description: 'Please provide your signature to accept the proposal',
      fields: ['signature'],
    };
  }
  if (consent && !form.consent) {
    return {
      title: 'Consent Required',
      description: 'Please agree to sign electronically to accept the proposal',
      fields: ['consent'],
    };
  }
  return undefined;
}

/** The call's body. Each answer names the exact revision that was on the screen, an acceptance its consent text too. */
export function actionInput(form: ResponseForm, shown: SharedProposal): SharedActionInput {
  const message = form.message.trim();
  return {
    action: form.action,
    senderName: form.name.trim(),
    senderEmail: form.email.trim(),
    ...(message !== '' && { message }),
    ...(shown.revision && { revisionSha256: shown.revision.sha256 }),
    ...(form.action === 'accept' && {
      signature: form.signature.trim(),
      ...(shown.consent && { consentId: shown.consent.id }),
    }),
  };
}
