// The validation of the account forms, with the product's messages. The server repeats it.
import * as z from 'zod/mini';
import type { AccountInput, InvitedRegistrationInput, LoginInput, RegisterInput } from '@/api/gen/model';
import { requiredText } from '@/shared/forms/zod-errors';

const email = z.email('Invalid email address');
const password = z.string().check(z.minLength(8, 'Password must be at least 8 characters'));

export const emailRules = z.object({ email });

export const signInRules = z.object({ email, password }) satisfies z.ZodMiniType<LoginInput>;

const newPassword = password.check(
  z.regex(/(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su, 'Password must contain uppercase, lowercase, and number'),
);

const names = {
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
};

export const signUpRules = z.object({
  email,
  password: newPassword,
  ...names,
}) satisfies z.ZodMiniType<RegisterInput>;

/** Through an invitation: the address is the invitation's. */
export const invitedRules = z.object({
  password: newPassword,
  ...names,
}) satisfies z.ZodMiniType<InvitedRegistrationInput>;

export const resetRules = z.object({ password: newPassword });

export const accountRules = z.object(names) satisfies z.ZodMiniType<AccountInput>;

/** `known`: the account has a password, which must be entered. */
export const passwordRules = (known: boolean) =>
  z.object({
    currentPassword: known ? requiredText('Please enter your current password') : z.string(),
    newPassword,
  });
