// The fields of the company profile: their names and labels, how they are read from a company, and
// the form's own checks. Blank fields are sent: to the server, blank clears the field.
import * as z from 'zod/mini';
import type { Company, CompanyInput } from '@/api/gen/model';
import { requiredText } from '@/shared/forms/zod-errors';

/** The fields that the setup asks for, and their labels. */
export const BASIC_LABELS = {
  name: 'Company name',
  websiteUrl: 'Website',
  phone: 'Phone',
  currency: 'Currency',
  aboutUs: 'About Us',
  whyWorkWithUs: 'Why Work With You',
  howWeWork: 'How You Work',
  whatWeOffer: 'What You Offer',
  testimonials: 'Testimonials',
  caseStudiesLink: 'Case Studies Link',
} as const satisfies Partial<Record<keyof CompanyInput, string>>;

export const LABELS = {
  ...BASIC_LABELS,
  yearsInBusiness: 'Years in business',
  teamSize: 'Team size',
  successMetrics: 'Success metrics',
  industryRecognitions: 'Industry recognitions',
  guaranteesOffered: 'Guarantees and commitments',
  clientLogosUrl: 'Client logos URL',
  termsAndConditions: 'Terms and Conditions',
  customAiRules: 'Advanced AI Rules',
} as const satisfies Partial<Record<keyof CompanyInput, string>>;

export type BasicField = keyof typeof BASIC_LABELS;
export type CompanyField = keyof typeof LABELS;
export type CompanyValues = Record<CompanyField, string>;

export const basicFields = Object.keys(BASIC_LABELS) as BasicField[];
const companyFields = Object.keys(LABELS) as CompanyField[];

export const companyRules = z.object({ name: requiredText('Company name is required') });

export function valuesOf(company: Company): CompanyValues {
  return Object.fromEntries(companyFields.map((field) => [field, company[field] ?? ''])) as CompanyValues;
}
