import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import {
  getGetCompanyMockHandler,
  getGetTemplatePreferencesMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getRemoveLogoMockHandler,
  getSaveTemplatePreferencesMockHandler,
  getScrapeCompanyMockHandler,
  getUpdateCompanyMockHandler,
} from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { Company, CompanyInput, DesignInput } from '@/api/gen/model';
import { companyQuery } from '@/shared/session/company';
import { found, logoFile, takingLogo } from '@/test/company-data';
import { company, user as ada } from '@/test/data';
import { preferences, preview, templates } from '@/test/design-data';
import { failing, stale } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const name = () => screen.findByRole('textbox', { name: 'Company name' });
const field = (label: string) => screen.getByRole('textbox', { name: label });
const tab = (label: string) => screen.getByRole('tab', { name: label });

const open = (path: string, ...handlers: HttpHandler[]) =>
  renderRoute(path, ...handlers, getGetCompanyMockHandler(company));
const profile = (...handlers: HttpHandler[]) => open('/company/profile', ...handlers);

/** The server stores what it receives; `sent` has each request. */
function keeping(changed: Partial<Company> = {}) {
  const sent: CompanyInput[] = [];
  const handler = getUpdateCompanyMockHandler(async ({ request }) => {
    const input = (await request.json()) as CompanyInput;
    sent.push(input);
    return { ...company, ...input, ...changed };
  });
  return { sent, handler };
}

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
    const { user, router } = open('/company/profile?tab=terms');
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
    expect(screen.getByText('Saved')).toBeInTheDocument();
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
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
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
    expect(screen.getByText('Saved')).toBeInTheDocument();
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

describe('Auto-Fill Profile', () => {
  const button = () => screen.findByRole('button', { name: 'Auto-Fill Profile' });

  it('needs a website', async () => {
    const { user } = profile();
    await name();
    await user.clear(field('Website'));
    await user.click(await button());
    expect(field('Website')).toHaveAccessibleDescription('Please enter a website URL first.');
    expect(field('Website')).toHaveFocus();
  });

  it('fills in what is blank, offers the rest, and shows the industry and the pages', async () => {
    let asked: unknown;
    const { user } = profile(
      getScrapeCompanyMockHandler(async ({ request }) => {
        asked = await request.json();
        return found;
      }),
    );
    await name();
    await user.clear(field('Website'));
    await user.type(field('Website'), 'harbor.example');
    await user.click(await button());
    expect(
      await screen.findByText(/^Detected industry: Software design\. 2 fields are filled in/),
    ).toBeVisible();
    expect(asked).toEqual({ websiteUrl: 'https://harbor.example', companyName: 'Harbor Studio' });
    expect(field('Phone')).toHaveValue(found.phone);
    expect(screen.getByRole('link', { name: /source of Phone/ })).toHaveAttribute(
      'href',
      'https://www.harbor.example/contact',
    );

    expect(field('About Us')).toHaveValue('We design calm software.');
    expect(screen.getByText('Six people in Berlin who design calm software.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use the text from the website: About Us' }));
    expect(field('About Us')).toHaveValue(found.aboutUs);
    await user.click(screen.getByRole('button', { name: 'Restore my text: About Us' }));
    expect(field('About Us')).toHaveValue('We design calm software.');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  });

  it('is busy for three seconds at least', async () => {
    const { user } = profile(getScrapeCompanyMockHandler(found));
    const pressed = await button();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      fireEvent.click(pressed);
      await vi.advanceTimersByTimeAsync(2900);
      expect(field('Phone')).toHaveValue(found.phone);
      expect(pressed).toBeDisabled();
      await vi.advanceTimersByTimeAsync(200);
      await waitFor(() => {
        expect(pressed).toBeEnabled();
      });
    } finally {
      vi.useRealTimers();
    }
    expect(user).toBeDefined();
  });

  it('says when it failed, and changes nothing', async () => {
    const { user } = profile(
      failing('post', '/api/companies/scrape', {
        status: 502,
        code: 'website_unreachable',
        message: 'Away.',
      }),
    );
    await user.click(await button());
    expect(
      await screen.findByText(
        'Failed to scrape website information. You can still fill the fields manually.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('Saved')).toBeInTheDocument();
  });
});

describe('the logo', () => {
  const choose = async (...files: File[]) => {
    fireEvent.change(await screen.findByLabelText('Logo file'), { target: { files } });
  };
  const withLogo = getGetCompanyMockHandler({ ...company, logoUrl: '/api/objects/old' });

  it('is dropped, sent and shown, and can be changed', async () => {
    const { calls, handlers } = takingLogo();
    const { user } = profile(...handlers);
    fireEvent.drop(await screen.findByText(/Drop your logo here/), {
      dataTransfer: { files: [logoFile('image/jpeg', 7)] },
    });
    expect(await screen.findByAltText('Your logo')).toHaveAttribute('src', '/api/objects/logo-1');
    expect(calls.map((call) => (call as unknown[])[0])).toEqual(['upload', 'put', 'logo']);
    expect(screen.getByText('Saved')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Change Logo' }));
    expect(screen.queryByAltText('Your logo')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a File' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep Current Logo' }));
    expect(screen.getByAltText('Your logo')).toHaveAttribute('src', '/api/objects/logo-1');
  });

  it.each([
    [logoFile('image/gif'), 'Please choose a PNG or JPG file.'],
    [logoFile('image/png', 5 * 1024 * 1024 + 1), 'Please choose a logo file of at most 5MB.'],
  ])('is refused before it is sent: %o', async (file, text) => {
    profile();
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('stays as it was when the new one fails', async () => {
    const { user } = profile(
      withLogo,
      failing('put', '/api/companies/logo', {
        status: 422,
        code: 'unsupported_picture',
        message: 'This file is not a picture.',
      }),
      ...takingLogo().handlers,
    );
    await user.click(await screen.findByRole('button', { name: 'Change Logo' }));
    await choose(logoFile());
    expect(await screen.findByText('Failed to upload logo. Please try again.')).toBeInTheDocument();
    expect(screen.getByText('This file is not a picture.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep Current Logo' }));
    expect(screen.getByAltText('Your logo')).toHaveAttribute('src', '/api/objects/old');
  });

  it('says so when the store does not take it', async () => {
    profile(
      failing('put', '/store/1', { status: 403, code: 'expired', message: 'Expired.' }),
      ...takingLogo().handlers,
    );
    await choose(logoFile());
    expect(await screen.findByText('Failed to upload logo. Please try again.')).toBeInTheDocument();
  });

  it('can be removed', async () => {
    const { user } = profile(withLogo, getRemoveLogoMockHandler());
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your logo has been removed.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a File' })).toBeInTheDocument();
  });
});

describe('Template Design', () => {
  const designs = [
    getListProposalTemplatesMockHandler([...templates].reverse()),
    getGetTemplatePreferencesMockHandler(preferences),
    getPreviewDesignMockHandler(preview),
  ];
  const design = (...handlers: HttpHandler[]) =>
    open('/company/profile?tab=template', ...handlers, ...designs);

  it('shows the templates in their order with category, and saves the choice', async () => {
    const asked: DesignInput[] = [];
    const { user } = design(
      getSaveTemplatePreferencesMockHandler(async ({ request }) => {
        asked.push((await request.json()) as DesignInput);
        return preferences;
      }),
    );
    const cards = await screen.findAllByRole('radio');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['Ledger', 'Studio']);
    expect(screen.getByText('creative')).toBeVisible();
    // Arrow keys move between the cards.
    cards[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(cards[1]).toBeChecked();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Layout' }), 'compact');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Template updated successfully!')).toBeVisible();
    expect(screen.getByText('Saved')).toBeInTheDocument();
    expect(asked).toEqual([
      {
        templateId: templates[1]?.id,
        primaryColor: '#5a35e0',
        secondaryColor: '#1b1330',
        accentColor: '#ffdf5d',
        layoutStyle: 'compact',
        fontFamily: 'Hanken Grotesk',
        isActive: true,
        etag: preferences.etag,
      },
    ]);
  });

  it('is saved with the profile, and lost with it', async () => {
    const { handler } = keeping();
    const { user, router } = design(handler, getSaveTemplatePreferencesMockHandler(preferences));
    await user.click(await screen.findByRole('radio', { name: 'Studio' }));
    await user.click(tab('Company Info'));
    await user.type(await name(), ' AB');
    void router.navigate('/clients');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Company Info: Company name',
      'Template Design',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Keep Editing' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText('Company profile updated successfully! Template updated successfully!'),
    ).toBeInTheDocument();
  });

  it('says when saving failed', async () => {
    const { user } = design(
      failing('post', '/api/user-template-preferences', { status: 500, code: 'internal', message: 'Oops' }),
    );
    await user.click(await screen.findByRole('radio', { name: 'Studio' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to save template. Please try again.')).toBeVisible();
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  });

  it('can be asked for again where it could not be loaded', async () => {
    design(failing('get', '/api/proposal-templates', { status: 500, code: 'internal', message: 'Oops' }));
    expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
  });

  it('is where the settings had it', async () => {
    const { router } = open('/settings/brand', ...designs);
    await screen.findAllByRole('radio');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/company/profile?tab=template',
    );
  });
});
