// The validation of the client form. The server repeats it, and checks the other fields.
import * as z from 'zod/mini';
import type { Client, ClientInput } from '@/api/gen/model';
import { requiredText } from '@/shared/forms/zod-errors';

const blank = {
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  websiteUrl: '',
  description: '',
} satisfies ClientInput;

export type ClientValues = typeof blank;

/** The labels of the fields. */
export const LABELS: Record<keyof ClientValues, string> = {
  companyName: 'Company name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  websiteUrl: 'Website',
  description: 'Description',
};

export const clientRules = z.object({
  companyName: requiredText('Company name is required'),
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  email: z.pipe(requiredText('Email is required'), z.email('Invalid email address')),
});

export const valuesOf = (client: Client | null): ClientValues =>
  client === null
    ? blank
    : {
        companyName: client.companyName,
        firstName: client.firstName,
        lastName: client.lastName,
        email: client.email,
        phone: client.phone ?? '',
        address: client.address ?? '',
        websiteUrl: client.websiteUrl ?? '',
        description: client.description ?? '',
      };
