import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { Company, CompanyInput } from '@/api/gen/model';
import { companyQuery } from '@/shared/session/company';
import { company, user as ada } from '@/test/data';
import { failing, stale } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { name, field, tab, openCompany, profile, keeping } from '@/test/company-profile';

describe('the profile', () => {
  it('has five tabs, with what is still to come', async () => {
    const { user } = profile();
    await name();
    expect(screen.getByRole('heading', { level: 1, name: 'Company Profile' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map((each) => each.textContent)).toEqual([
      'Company Info',
      'Trust & Credibility',
      'Template Design',
      'Terms and Conditions',
      'Advanced AI Rules',
    ]);
    for (const label of ['About Us', 'Why Work With You', 'How You Work', 'What You Offer']) {
      expect(field(label)).toBeEnabled();
    }
    expect(field('Case Studies Link')).toBeEnabled();
    await user.click(tab('Trust & Credibility'));
    for (const label of ['Certifications', 'Awards']) {
      expect(field(label)).toBeDisabled();
      expect(field(label)).toHaveAccessibleDescription('Coming Soon');
    }
    await user.click(tab('Advanced AI Rules'));
    expect(field('Advanced AI Rules')).toBeDisabled();
    expect(field('Advanced AI Rules')).toHaveAccessibleDescription('Coming Soon');
    expect(screen.getByText(/They never change facts or prices/)).toBeVisible();
  });

  it('lets rules be written where the site follows them', async () => {
    const { sent, handler } = keeping({ customAiRulesEnabled: true });
    const { user } = renderRoute(
      '/company/profile?tab=rules',
      handler,
      getGetCompanyMockHandler({ ...company, customAiRulesEnabled: true }),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Advanced AI Rules' }), 'Never shout.');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Company profile updated successfully!');
    expect(sent[0]).toHaveProperty('customAiRules', 'Never shout.');
  });

  it('is opened at the tab of the address, which follows', async () => {
    const { user, router } = openCompany('/company/profile?tab=terms');
    expect(await screen.findByRole('textbox', { name: 'Terms and Conditions' })).toBeVisible();
    await user.click(tab('Trust & Credibility'));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?tab=trust');
    });
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?tab=info');
    });
    void router.navigate('/company/profile?tab=rules');
    expect(await screen.findByRole('textbox', { name: 'Advanced AI Rules' })).toBeVisible();
  });

  it('saves all tabs at once, and says how it stands', async () => {
    const { sent, handler } = keeping({ websiteUrl: 'https://harbor.example/new' });
    const { user } = profile(handler);
    expect(await name()).toHaveValue('Harbor Studio');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await user.clear(field('Website'));
    await user.type(field('Website'), 'harbor.example/new');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await user.click(tab('Trust & Credibility'));
    await user.type(field('Team size'), '5 people');
    await user.click(tab('Terms and Conditions'));
    await user.type(field('Terms and Conditions'), 'Half up front.');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Company profile updated successfully!')).toBeInTheDocument();
    expect(sent).toEqual([
      {
        websiteUrl: 'harbor.example/new',
        teamSize: '5 people',
        termsAndConditions: 'Half up front.',
        etag: company.etag,
      },
    ]);
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await user.click(tab('Company Info'));
    expect(field('Website')).toHaveValue('https://harbor.example/new');
  });

  it('sends only what was changed, with the etag that it was opened with', async () => {
    const { sent, handler } = keeping({ termsAndConditions: 'Theirs.', etag: 'company-2' });
    const { user, queryClient } = profile(handler);
    await name();
    // Another part of the page reloads the profile while the form is open.
    const theirs: Company = { ...company, termsAndConditions: 'Theirs.', etag: 'company-1b' };
    queryClient.setQueryData(companyQuery.queryKey, theirs);
    await user.type(field('Phone'), '555');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Company profile updated successfully!')).toBeInTheDocument();
    expect(sent).toEqual([{ phone: '555', etag: 'company-1' }]);
    await user.click(tab('Terms and Conditions'));
    expect(field('Terms and Conditions')).toHaveValue('Theirs.');
    await user.type(field('Terms and Conditions'), ' And ours.');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => {
      expect(sent[1]).toEqual({ termsAndConditions: 'Theirs. And ours.', etag: 'company-2' });
    });
  });

  it('shows both values where another session changed the same fields, and loses neither', async () => {
    const sent: CompanyInput[] = [];
    const conflict = stale('company-2', [
      { field: 'phone', yours: '555', current: '777' },
      { field: 'teamSize', yours: '5 people' },
    ]);
    const { user } = profile(
      http.put('*/api/companies', async ({ request }) => {
        const input = (await request.json()) as CompanyInput;
        sent.push(input);
        return input.etag === 'company-2'
          ? HttpResponse.json({ ...company, ...input, phone: '777', etag: 'company-3' })
          : HttpResponse.json(conflict, { status: 409 });
      }),
    );
    await name();
    await user.type(field('Phone'), '555');
    await user.click(tab('Trust & Credibility'));
    await user.type(field('Team size'), '5 people');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const both = async () =>
      within(await screen.findByRole('dialog', { name: 'Another person changed this too' }));
    let asked = await both();
    const phone = within(asked.getByRole('group', { name: 'Phone' }));
    expect(phone.getByRole('radio', { name: /^Yours\s*555$/ })).toBeChecked();
    expect(phone.getByRole('radio', { name: /^Saved now\s*777$/ })).not.toBeChecked();
    const size = within(asked.getByRole('group', { name: 'Team size' }));
    expect(size.getByRole('radio', { name: /^Saved now\s*Empty$/ })).not.toBeChecked();

    // Going back keeps all typed text, and shows no message.
    await user.click(asked.getByRole('button', { name: 'Back to Editing' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(field('Team size')).toHaveValue('5 people');
    expect(await screen.findByText('Unsaved changes')).toBeInTheDocument();
    expect(screen.queryByText('Failed to update company profile. Please try again.')).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    asked = await both();
    await user.click(asked.getByRole('radio', { name: /777/ }));
    await user.click(asked.getByRole('button', { name: 'Save My Choice' }));
    expect(await screen.findByText('Company profile updated successfully!')).toBeInTheDocument();
    expect(sent.at(-1)).toEqual({ phone: '777', teamSize: '5 people', etag: 'company-2' });
    expect(sent).toHaveLength(3);
    await user.click(tab('Company Info'));
    expect(field('Phone')).toHaveValue('777');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
  });

  it('opens the tab of the field that needs attention', async () => {
    const { user } = profile();
    await user.clear(await name());
    await user.click(tab('Terms and Conditions'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(tab('Company Info')).toHaveAttribute('aria-selected', 'true');
    expect(await name()).toHaveAccessibleDescription('Company name is required');
    expect(await name()).toHaveFocus();
  });

  it('keeps what was typed when saving fails', async () => {
    const { user } = profile(
      failing('put', '/api/companies', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    await user.type(await name(), ' AB');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Failed to update company profile. Please try again.'),
    ).toBeInTheDocument();
    expect(await name()).toHaveValue('Harbor Studio AB');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  });

  it('can only be read by a member', async () => {
    profile(
      getGetCurrentUserMockHandler({ ...ada, permissions: ['company:read', 'assistant:use'] }),
      getGetCompanyMockHandler({ ...company, logoUrl: '/api/objects/1' }),
    );
    expect(await name()).toBeDisabled();
    expect(screen.getByText(/Only the owner and admins/)).toBeInTheDocument();
    expect(screen.getByAltText('Your logo')).toBeInTheDocument();
    for (const label of ['Change Logo', 'Auto-Fill Profile', 'Save Changes'])
      expect(screen.queryByRole('button', { name: label })).not.toBeInTheDocument();
    expect(tab('Terms and Conditions')).toBeEnabled();
  });

  it('leads to the setup as long as there is none', async () => {
    renderRoute(
      '/company/profile',
      failing('get', '/api/companies', { status: 404, code: 'company_not_found', message: 'None.' }),
    );
    expect(await screen.findByRole('link', { name: 'Set Up Your Company' })).toHaveAttribute(
      'href',
      '/setup',
    );
  });
});

describe('leaving', () => {
  it('asks first, and names what would be lost', async () => {
    const { user, router } = profile(getListClientsMockHandler([]));
    await user.type(await name(), ' AB');
    await user.type(field('Phone'), '555');
    await user.click(tab('Terms and Conditions'));
    await user.type(field('Terms and Conditions'), 'Half up front.');
    // Switching tabs is not leaving.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(screen.getAllByRole('link', { name: 'Clients' })[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Company Info: Company name, Phone',
      'Terms and Conditions',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Keep Editing' }));
    expect(router.state.location.pathname).toBe('/company/profile');
    expect(field('Terms and Conditions')).toHaveValue('Half up front.');

    await user.click(screen.getAllByRole('link', { name: 'Clients' })[0] ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Leave Without Saving' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Clients' })).toBeInTheDocument();
  });

  it('warns before the page is closed, and only then', async () => {
    const { user } = profile();
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await name();
    expect(closing()).toBe(false);
    await user.type(await name(), '!');
    expect(closing()).toBe(true);
    await user.type(await name(), '{Backspace}');
    expect(closing()).toBe(false);
  });
});
