// What the account forms accept, in the product's words. The server checks the same again.
import * as z from 'zod/mini';
import type { LoginInput, RegisterInput } from '@/api/gen/model';
import { requiredText } from '@/shared/forms/zod-errors';

const email = z.email('Invalid email address');
const password = z.string().check(z.minLength(8, 'Password must be at least 8 characters'));

export const emailRules = z.object({ email });

export const signInRules = z.object({ email, password }) satisfies z.ZodMiniType<LoginInput>;

export const signUpRules = z.object({
  email,
  password: password.check(
    z.regex(/(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su, 'Password must contain uppercase, lowercase, and number'),
  ),
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
}) satisfies z.ZodMiniType<RegisterInput>;
