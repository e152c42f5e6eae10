// The fields of the company form: which there are, how they are read from a company, and what the form itself checks.
// Blank fields travel as they are: to the server, blank means "nothing here".
import * as z from 'zod/mini';
import type { Company, CompanyInput } from '@/api/gen/model';
import { requiredText } from '@/shared/forms/zod-errors';

const blank = {
  name: '',
  websiteUrl: '',
  phone: '',
  aboutUs: '',
  whyWorkWithUs: '',
  howWeWork: '',
  whatWeOffer: '',
  testimonials: '',
  caseStudiesLink: '',
  yearsInBusiness: '',
  teamSize: '',
  successMetrics: '',
  industryRecognitions: '',
  guaranteesOffered: '',
  clientLogosUrl: '',
  termsAndConditions: '',
} satisfies CompanyInput;

export type CompanyValues = typeof blank;
export type CompanyField = keyof CompanyValues;

export const companyRules = z.object({ name: requiredText('Company name is required') });

export function valuesOf(company: Company | null): CompanyValues {
  const stored = Object.fromEntries(
    Object.keys(blank).map((field) => [field, company?.[field as CompanyField] ?? '']),
  );
  return { ...blank, ...stored };
}
