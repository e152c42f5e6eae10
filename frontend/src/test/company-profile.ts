// For tests of the company profile: opens the page, with a server that stores the profile.
import { screen } from '@testing-library/react';
import { type HttpHandler } from 'msw';
import { getGetCompanyMockHandler, getUpdateCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import type { Company, CompanyInput } from '@/api/gen/model';
import { company } from '@/test/data';
import { renderRoute } from '@/test/render';

export const name = () => screen.findByRole('textbox', { name: 'Company name' });
export const field = (label: string) => screen.getByRole('textbox', { name: label });
export const tab = (label: string) => screen.getByRole('tab', { name: label });

export const openCompany = (path: string, ...handlers: HttpHandler[]) =>
  renderRoute(path, ...handlers, getGetCompanyMockHandler(company));
export const profile = (...handlers: HttpHandler[]) => openCompany('/company/profile', ...handlers);

/** The server stores what it receives; `sent` has each request. */
export function keeping(changed: Partial<Company> = {}) {
  const sent: CompanyInput[] = [];
  const handler = getUpdateCompanyMockHandler(async ({ request }) => {
    const input = (await request.json()) as CompanyInput;
    sent.push(input);
    return { ...company, ...input, ...changed };
  });
  return { sent, handler };
}
