// The initial values and validation of the send dialog, and dates in the format of its date field.
import * as z from 'zod/mini';
import type { Proposal, SendInput } from '@/api/gen/model';
import type { FieldErrors } from '@/shared/forms/use-form';
import { TICKED } from '@/shared/forms/fields';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';

export interface SendValues {
  recipientName: string;
  recipientEmail: string;
  subject: string;
  message: string;
  /** `TICKED` or empty. */
  reminders: string;
  /** A day in the format of a date field, or empty. */
  validUntil: string;
}

/** Data about both sides that is not in the proposal. */
export interface Sides {
  /** The client's address; empty if unknown. */
  clientEmail: string;
  /** The sending company. */
  company: string;
  /** The sending user. */
  sender: string;
}

export function initialValues(proposal: Proposal, sides: Sides): SendValues {
  const { client, title, recipientName, recipientEmail, reminders, sentRevision, status, validUntil } =
    proposal;
  const name = recipientName ?? `${client.firstName} ${client.lastName}`.trim();
  const again = sentRevision !== undefined;
  return {
    recipientName: name,
    recipientEmail: recipientEmail ?? sides.clientEmail,
    subject: again ? `Updated: ${title}` : `${title}, from ${sides.company}`,
    message: suggestedMessage(name, proposal, sides),
    reminders: reminders ? TICKED : '',
    // An expired proposal needs a new date, which only the sender can choose.
    validUntil: validUntil === undefined || status === 'expired' ? '' : dayOf(validUntil),
  };
}

/** A short default text, with the recipient's first name. */
export function suggestedMessage(
  recipient: string,
  { client, title, sentRevision }: Pick<Proposal, 'client' | 'title' | 'sentRevision'>,
  { company, sender }: Sides,
): string {
  const own = `${client.firstName} ${client.lastName}`.trim();
  // Only for the client's own name is it known which part is the first name.
  const first = recipient.trim() === own && client.firstName !== '' ? client.firstName : firstWord(recipient);
  const news =
    sentRevision === undefined
      ? `Here is our proposal “${title}”. Everything is on one page: what we suggest, what it costs and how we would start.`
      : `We have updated our proposal “${title}”. The page shows what changed since you last saw it.`;
  return [
    `Hi ${first === '' ? 'there' : first},`,
    news,
    'You can ask for changes or accept it right there. I am happy to answer any question.',
    [sender, company].filter((line) => line !== '').join('\n'),
  ].join('\n\n');
}

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

const rules = z.object({
  recipientName: requiredText('Name is required').check(
    z.maxLength(200, 'Name must be at most 200 characters'),
  ),
  recipientEmail: z.pipe(requiredText('Email is required'), z.email('Invalid email address')),
  subject: z.string().check(z.trim(), z.maxLength(200, 'Subject must be at most 200 characters')),
  message: z.string().check(z.maxLength(5000, 'Message must be at most 5,000 characters')),
});

const ofMail = zodErrors<SendValues>(rules);

/** The validity alone, for the link without a mail. An existing date can be changed, but not removed. */
export const validityErrors =
  (proposal: Proposal) =>
  ({ validUntil }: SendValues): FieldErrors<SendValues> => {
    if (validUntil === '') {
      return proposal.validUntil === undefined ? {} : { validUntil: 'Choose a date' };
    }
    return endOfDay(validUntil) === undefined || validUntil < today()
      ? { validUntil: 'The validity must end in the future.' }
      : {};
  };

export const sendErrors = (proposal: Proposal) => (values: SendValues) => ({
  ...ofMail(values),
  ...validityErrors(proposal)(values),
});

export const sendInput = (
  values: SendValues,
  proposal: Pick<Proposal, 'status' | 'validUntil'>,
): SendInput => ({
  recipientName: values.recipientName.trim(),
  recipientEmail: values.recipientEmail.trim(),
  subject: values.subject.trim(),
  message: values.message.trim(),
  reminders: values.reminders === TICKED,
  validUntil: newValidity(values, proposal),
});

/** The end of the validity to save; undefined if it is unchanged. */
export const newValidity = (
  { validUntil }: Pick<SendValues, 'validUntil'>,
  proposal: Pick<Proposal, 'status' | 'validUntil'>,
): string | undefined =>
  validUntil === '' ||
  // A proposal that expired earlier today can be valid until the end of the day.
  (proposal.status !== 'expired' &&
    proposal.validUntil !== undefined &&
    dayOf(proposal.validUntil) === validUntil)
    ? undefined
    : endOfDay(validUntil);

/** The first day on which a validity can end, in the format of a date field. */
export const today = (): string => dayOf(new Date().toISOString());

/** The day of a time, in the user's time zone: "2026-11-30". */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last moment of a day, in the user's time zone; undefined if the day is invalid. */
export function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
