// The validation of the contact form, with the product's messages. The server repeats it.
import * as z from 'zod/mini';
import type { ContactMessage } from '@/api/gen/model';

export const REQUEST_TYPES = [
  { value: 'support', label: 'Contact Support' },
  { value: 'feature', label: 'Feature Request' },
  { value: 'account', label: 'Account Help' },
] as const;

const text = (name: string, least: number, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(least, `${name} must be at least ${String(least)} characters`),
      z.maxLength(most, `${name} must be at most ${most.toLocaleString('en-US')} characters`),
    );

export const contactRules = z.object({
  name: text('Name', 2, 100),
  email: z.pipe(
    z.string().check(z.trim(), z.maxLength(254, 'Email must be at most 254 characters')),
    z.email('Please enter a valid email address'),
  ),
  type: z.enum(['support', 'feature', 'account'], 'Please select a request type'),
  subject: text('Subject', 5, 200),
  message: text('Message', 10, 5000),
  website: z.string(),
}) satisfies z.ZodMiniType<ContactMessage>;
