import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getCreateCompanyMockHandler,
  getGetCompanyMockHandler,
  getUpdateCompanyMockHandler,
} from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { company, emptyDashboard, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const noCompany = failing('get', '/api/companies', {
  status: 404,
  code: 'company_not_found',
  message: 'There is no company profile yet.',
});
const name = () => screen.findByLabelText(/^Company name/);

describe('company profile', () => {
  it('is the first step of a workspace without a company', async () => {
    let sent: unknown;
    const { user, router } = renderRoute(
      '/',
      noCompany,
      getGetDashboardMockHandler(emptyDashboard),
      getCreateCompanyMockHandler(async ({ request }) => {
        sent = await request.json();
        return company;
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Set up your company profile' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/company/profile');
    await user.click(await screen.findByRole('button', { name: 'Create Company Profile' }));
    expect(await name()).toHaveAccessibleDescription('Company name is required');
    await user.type(await name(), 'Harbor Studio');
    await user.click(screen.getByRole('button', { name: 'Create Company Profile' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Proffer, Ada!' })).toBeInTheDocument();
    expect(sent).toMatchObject({ name: 'Harbor Studio' });
  });

  it('edits all tabs with one save', async () => {
    let sent: unknown;
    const { user } = renderRoute(
      '/company/profile',
      getGetCompanyMockHandler(company),
      getUpdateCompanyMockHandler(async ({ request }) => {
        sent = await request.json();
        return { ...company, teamSize: '5 people' };
      }),
    );
    expect(await name()).toHaveValue('Harbor Studio');
    await user.click(screen.getByRole('tab', { name: 'Trust & Credibility' }));
    await user.type(screen.getByLabelText(/^Team size/), '5 people');
    await user.click(screen.getByRole('tab', { name: 'Terms and Conditions' }));
    await user.type(screen.getByRole('textbox', { name: /^Terms and Conditions/ }), 'Half up front.');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Company profile updated successfully!')).toBeInTheDocument();
    expect(sent).toMatchObject({
      name: 'Harbor Studio',
      aboutUs: 'We design calm software.',
      teamSize: '5 people',
      termsAndConditions: 'Half up front.',
    });
  });

  it('opens the tab of the field that needs attention', async () => {
    const { user } = renderRoute('/company/profile', getGetCompanyMockHandler(company));
    await user.clear(await name());
    await user.click(screen.getByRole('tab', { name: 'Terms and Conditions' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(screen.getByRole('tab', { name: 'Company Info' })).toHaveAttribute('aria-selected', 'true');
    expect(await name()).toHaveFocus();
  });

  it('keeps what was typed when saving fails', async () => {
    const { user } = renderRoute(
      '/company/profile',
      getGetCompanyMockHandler(company),
      failing('put', '/api/companies', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    await user.type(await name(), ' AB');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Failed to update company profile. Please try again.'),
    ).toBeInTheDocument();
    expect(await name()).toHaveValue('Harbor Studio AB');
  });

  it('can only be read by a member', async () => {
    renderRoute(
      '/company/profile',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['company:read'] }),
      getGetCompanyMockHandler(company),
    );
    expect(await name()).toBeDisabled();
    expect(screen.getByText(/Only the owner and admins/)).toBeInTheDocument();
  });
});
