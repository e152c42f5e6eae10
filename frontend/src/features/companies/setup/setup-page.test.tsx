import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  getGetCompanyMockHandler,
  getListProposalTemplatesMockHandler,
} from '@/api/gen/companies/companies.msw';
import {
  getGetCurrentUserMockHandler,
  getLogoutMockHandler,
  getUpdateAccountMockHandler,
} from '@/api/gen/identity/identity.msw';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { company, emptyDashboard, user as ada } from '@/test/data';
import { templates } from '@/test/design-data';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import {
  noCompany,
  surroundings,
  button,
  press,
  field,
  heading,
  SKIP,
  begin,
  walkTo,
  finishing,
} from '@/test/setup-page';

describe('the way through', () => {
  it('welcomes, then leads through five steps to the dashboard', async () => {
    const { asked, handlers } = finishing();
    const { user, router } = renderRoute('/', ...handlers, ...surroundings);

    const welcome = within(await screen.findByRole('dialog', { name: 'Welcome, Ada!' }));
    expect(router.state.location.pathname).toBe('/setup');
    expect(welcome.getByRole('button', { name: 'Get started' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await heading('Basic Info')).toHaveFocus();
    const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      '1Basic Info',
      '2Auto-Fill',
      '3Template',
      '4Brand Colors',
      '5Review & Logo',
    ]);
    expect(steps.getAllByRole('listitem')[0]?.firstElementChild).toHaveAttribute('aria-current', 'step');
    expect(field(/^Email/)).toHaveValue('ada@harbor.example');
    expect(field(/^Email/)).toHaveAttribute('readonly');
    for (const name of [/^Company name/, /^Website/, /^First name/, /^Last name/, /^Email/])
      expect(field(name)).toBeRequired();

    await walkTo('Template', user);
    expect(await heading('Template')).toHaveFocus();
    expect(await button('Next')).toBeDisabled();
    await user.click(await screen.findByRole('radio', { name: 'Studio' }));
    await press(user, 'Next');
    expect(await heading('Brand Colors')).toHaveFocus();
    await user.click(await button(/^Primary/));
    await user.click(screen.getByRole('radio', { name: 'Pine, #0f5b48' }));
    await press(user, 'Next');
    expect(await heading('Review & Logo')).toHaveFocus();
    await user.type(field('About Us'), 'We design calm software.');
    await user.type(field('Website'), 'harbor.example');
    await press(user, 'Finish Setup');

    expect(await screen.findByText('Company profile created successfully!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Welcome to Proffer, Ada!' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(asked).toEqual([
      [
        'company',
        {
          name: 'Harbor Studio',
          websiteUrl: 'https://harbor.example',
          phone: '',
          currency: 'USD',
          aboutUs: 'We design calm software.',
          whyWorkWithUs: '',
          howWeWork: '',
          whatWeOffer: '',
          testimonials: '',
          caseStudiesLink: '',
        },
      ],
      [
        'design',
        {
          templateId: templates[1]?.id,
          primaryColor: '#0f5b48',
          secondaryColor: '#1b1330',
          accentColor: '#ffdf5d',
        },
      ],
    ]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('goes back from the third, fourth and fifth step, and to those passed', async () => {
    const { user } = await begin();
    await walkTo('Review & Logo', user);
    await press(user, 'Back');
    await heading('Brand Colors');
    await press(user, 'Back');
    await heading('Template');
    expect(await screen.findByRole('radio', { name: 'Studio' })).toBeChecked();
    await press(user, 'Back');
    await heading('Auto-Fill');
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await press(user, 'Basic Info');
    expect(field(/^Company name/)).toHaveValue('Harbor Studio');
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  });

  it('needs a company name and the names of the person', async () => {
    const { user } = await begin();
    await user.clear(field(/^Last name/));
    await press(user, SKIP);
    expect(field(/^Company name/)).toHaveAccessibleDescription('Company name is required');
    expect(field(/^Company name/)).toHaveFocus();
    expect(field(/^Last name/)).toHaveAccessibleDescription('Last name is required');
  });

  it('needs a primary color', async () => {
    localStorage.setItem(
      `proffer.draft.setup.${ada.workspace.id}.${ada.id}`,
      JSON.stringify({
        welcomed: true,
        step: 4,
        values: { name: 'Harbor Studio' },
        choice: { templateId: templates[0]?.id, primaryColor: 'blue' },
      }),
    );
    const { user } = renderRoute('/setup', ...surroundings);
    expect(await button('Next')).toBeDisabled();
    await user.click(await button(/^Primary/));
    await user.click(screen.getByRole('radio', { name: 'Pine, #0f5b48' }));
    expect(await button('Next')).toBeEnabled();
  });
});

describe('the name of the account', () => {
  it('is saved where it was changed', async () => {
    let sent: unknown;
    const { user, queryClient } = await begin(
      getUpdateAccountMockHandler(async ({ request }) => {
        sent = await request.json();
        return { ...ada, firstName: 'Adele' };
      }),
    );
    await user.clear(field(/^First name/));
    await user.type(field(/^First name/), 'Adele ');
    await walkTo('Template', user);
    await heading('Template');
    expect(sent).toEqual({ firstName: 'Adele', lastName: 'Berg' });
    expect(queryClient.getQueryData(['/api/auth/user'])).toHaveProperty('firstName', 'Adele');
  });

  it('holds the step where it could not be', async () => {
    const { user } = await begin(
      failing('put', '/api/account', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    await user.type(field(/^First name/), 'le');
    await walkTo('Template', user);
    expect(await screen.findByText('Your name could not be saved')).toBeInTheDocument();
    expect(field(/^First name/)).toHaveValue('Adale');
  });
});

describe('the end', () => {
  it('keeps everything when the company could not be created', async () => {
    const { user, router } = await begin(
      failing('post', '/api/companies', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    await walkTo('Review & Logo', user);
    await user.type(field('Phone'), '555 0100');
    await press(user, 'Finish Setup');
    expect(
      await screen.findByText('Failed to create company profile. Please try again.'),
    ).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/setup');
    expect(field('Phone')).toHaveValue('555 0100');
  });

  it('shows what the server has against a field', async () => {
    const { user } = await begin(
      failing('post', '/api/companies', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [
          { field: 'phone', code: 'too_long', message: 'Phone must be at most 50 characters' },
          { field: 'logoUrl', code: 'invalid', message: 'Logo must be an uploaded picture' },
        ],
      }),
    );
    await walkTo('Review & Logo', user);
    await press(user, 'Finish Setup');
    await waitFor(() => {
      expect(field('Phone')).toHaveAccessibleDescription('Phone must be at most 50 characters');
    });
    expect(field('Phone')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Logo must be an uploaded picture');
  });

  it('goes to the dashboard although the template could not be kept', async () => {
    const { handlers } = finishing();
    const { user, router } = await begin(
      failing('post', '/api/user-template-preferences', {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
      ...handlers,
    );
    await walkTo('Review & Logo', user);
    await press(user, 'Finish Setup');
    expect(await screen.findByText('Failed to save your template preferences...')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
  });

  it('takes the company of an earlier try whose answer was lost', async () => {
    const { asked, handlers } = finishing();
    const { user, router } = await begin(...handlers);
    await walkTo('Review & Logo', user);
    server.use(
      getGetCompanyMockHandler(company),
      failing('post', '/api/companies', { status: 409, code: 'company_exists', message: 'There is one.' }),
    );
    await press(user, 'Finish Setup');
    expect(await screen.findByText('Company profile created successfully!')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
    expect(asked.map((call) => (call as unknown[])[0])).toEqual(['design']);
  });
});

describe('leaving and coming back', () => {
  it('resumes at the same step with everything typed', async () => {
    const first = await begin();
    await walkTo('Review & Logo', first.user);
    await first.user.type(field('Testimonials'), 'They listen.');
    await first.router.navigate('/settings/account');
    await screen.findByRole('heading', { level: 1, name: 'Account' });
    await first.router.navigate('/setup');
    expect(await heading('Review & Logo')).toBeInTheDocument();
    expect(field('Testimonials')).toHaveValue('They listen.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText(/What you typed earlier is still here/)).toBeInTheDocument();

    await press(first.user, 'Start over');
    await heading('Basic Info');
    expect(field(/^Company name/)).toHaveValue('');
    expect(field(/^First name/)).toHaveValue('Ada');
  });

  it('keeps nothing for who signs out, and nothing for another workspace', async () => {
    const { user } = await begin(getLogoutMockHandler());
    await user.type(field(/^Company name/), 'Harbor Studio');
    const kept = Object.keys(localStorage);
    expect(kept).toEqual([`proffer.draft.setup.${ada.workspace.id}.${ada.id}`]);
    await press(user, 'Ada Berg, account menu');
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    await screen.findByText('You have been successfully logged out.');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test.each(['not json', '[]', '{"values":7}', '{"step":9,"values":{"name":7},"found":{"pages":1}}'])(
    'makes the best of %s',
    async (stored) => {
      localStorage.setItem(`proffer.draft.setup.${ada.workspace.id}.${ada.id}`, stored);
      renderRoute('/setup', ...surroundings);
      await heading('Basic Info');
      expect(field(/^Company name/)).toHaveValue('');
    },
  );
});

describe('who comes here', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('goes home where there is a company', async () => {
    const { router } = renderRoute(
      '/setup',
      getGetCompanyMockHandler(company),
      getGetDashboardMockHandler(emptyDashboard),
    );
    await screen.findByRole('heading', { name: 'Welcome to Proffer, Ada!' });
    expect(router.state.location.pathname).toBe('/');
  });

  it('is told to sign in, then led there', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', Object.assign(new URL('/setup', window.location.href), { assign }));
    renderRoute('/setup', signedOut);
    expect(await screen.findByText('Unauthorized')).toBeInTheDocument();
    expect(assign).not.toHaveBeenCalled();
    await waitFor(() => {
      expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fsetup');
    });
  });

  it('is told who sets it up where they may not', async () => {
    renderRoute('/setup', getGetCurrentUserMockHandler({ ...ada, permissions: ['company:read'] }), noCompany);
    expect(await screen.findByRole('heading', { name: 'The company is not set up yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('can try again where that could not be found out', async () => {
    renderRoute(
      '/setup',
      failing('get', '/api/companies', { status: 500, code: 'internal', message: 'Out of order.' }),
      getListProposalTemplatesMockHandler(templates),
    );
    expect(await button('Try again')).toBeInTheDocument();
  });
});
