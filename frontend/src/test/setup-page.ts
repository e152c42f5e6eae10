// For tests of the setup: opens the wizard, and goes to a step of it.
import { screen } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import {
  getCreateCompanyMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getSaveTemplatePreferencesMockHandler,
} from '@/api/gen/companies/companies.msw';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { company, emptyDashboard } from '@/test/data';
import { preferences, preview, templates } from '@/test/design-data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

export const noCompany = failing('get', '/api/companies', {
  status: 404,
  code: 'company_not_found',
  message: 'There is no company profile yet.',
});
export const surroundings = [
  noCompany,
  getGetDashboardMockHandler(emptyDashboard),
  getListProposalTemplatesMockHandler(templates),
  getPreviewDesignMockHandler({ ...preview, repairs: [], refusals: [] }),
];

type User = ReturnType<typeof renderRoute>['user'];
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const press = async (user: User, name: string) => {
  await user.click(await button(name));
};
export const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
export const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
export const SKIP = 'Skip, I’ll fill it in myself';

/** Closes the welcome dialog. */
export async function begin(...handlers: HttpHandler[]) {
  const rendered = renderRoute('/setup', ...handlers, ...surroundings);
  await press(rendered.user, 'Get started');
  return rendered;
}

/** Advances to a step manually, without a website. */
export async function walkTo(step: 'Template' | 'Brand Colors' | 'Review & Logo', user: User) {
  await user.type(field(/^Company name/), 'Harbor Studio');
  await press(user, SKIP);
  if (step === 'Template') return;
  await user.click(await screen.findByRole('radio', { name: 'Studio' }));
  await press(user, 'Next');
  if (step === 'Brand Colors') return;
  await press(user, 'Next');
  await heading('Review & Logo');
}

/** Records the requests of the two calls that end the setup, in order. */
export function finishing() {
  const asked: unknown[] = [];
  return {
    asked,
    handlers: [
      getCreateCompanyMockHandler(async ({ request }) => {
        asked.push(['company', await request.json()]);
        return company;
      }),
      getSaveTemplatePreferencesMockHandler(async ({ request }) => {
        asked.push(['design', await request.json()]);
        return preferences;
      }),
    ],
  };
}
