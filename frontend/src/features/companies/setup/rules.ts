// The requirements of each step.
import * as z from 'zod/mini';
import type { FieldErrors } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { companyRules } from '../company-fields';
import type { SetupValues } from './draft';

const NEEDED = 'Please fill in your company name and website URL before auto-filling.';

const names = {
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
};

const readable = zodErrors<SetupValues>(
  z.object({ name: requiredText(NEEDED), websiteUrl: requiredText('Website is required'), ...names }),
);

/** For reading a website: its company and its address. If both are missing, one message is enough. */
export const autoFillErrors = (values: SetupValues): FieldErrors<SetupValues> => {
  const found = readable(values);
  return found.name === undefined && found.websiteUrl !== undefined
    ? { ...found, websiteUrl: NEEDED }
    : found;
};

/** For continuing without a website. */
export const basicErrors = zodErrors<SetupValues>(z.extend(companyRules, names));

export const finishErrors = zodErrors<SetupValues>(companyRules);
