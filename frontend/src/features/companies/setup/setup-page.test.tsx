import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  getCreateCompanyMockHandler,
  getGetCompanyMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getSaveTemplatePreferencesMockHandler,
} from '@/api/gen/companies/companies.msw';
import {
  getGetCurrentUserMockHandler,
  getLogoutMockHandler,
  getUpdateAccountMockHandler,
} from '@/api/gen/identity/identity.msw';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { found, logoFile, reading, takingLogo, watchedReading } from '@/test/company-data';
import { company, emptyDashboard, user as ada } from '@/test/data';
import { preferences, preview, templates } from '@/test/design-data';
import { failing, signedOut, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const noCompany = failing('get', '/api/companies', {
  status: 404,
  code: 'company_not_found',
  message: 'There is no company profile yet.',
});
const surroundings = [
  noCompany,
  getGetDashboardMockHandler(emptyDashboard),
  getListProposalTemplatesMockHandler(templates),
  getPreviewDesignMockHandler({ ...preview, repairs: [], refusals: [] }),
];

type User = ReturnType<typeof renderRoute>['user'];
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (user: User, name: string) => {
  await user.click(await button(name));
};
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const SKIP = 'Skip, I’ll fill it in myself';

/** Closes the welcome dialog. */
async function begin(...handlers: HttpHandler[]) {
  const rendered = renderRoute('/setup', ...handlers, ...surroundings);
  await press(rendered.user, 'Get started');
  return rendered;
}

/** Advances to a step manually, without a website. */
async function walkTo(step: 'Template' | 'Brand Colors' | 'Review & Logo', user: User) {
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
function finishing() {
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

describe('Auto-Fill', () => {
  const NEEDED = 'Please fill in your company name and website URL before auto-filling.';

  it('needs a company name and a website', async () => {
    const { user } = await begin();
    await press(user, 'Auto-Fill');
    expect(field(/^Company name/)).toHaveAccessibleDescription(NEEDED);
    expect(field(/^Website/)).toHaveAccessibleDescription(expect.stringContaining('Website is required'));
    await user.type(field(/^Company name/), 'Harbor Studio{Enter}');
    expect(field(/^Website/)).toHaveAccessibleDescription(expect.stringContaining(NEEDED));
    expect(field(/^Website/)).toHaveFocus();
  });

  it('shows the stages as the server reaches them, and what was found with its pages', async () => {
    const watched = watchedReading();
    const { user } = await begin(watched.handler);
    await user.type(field(/^Company name/), 'Harbor Studio');
    await user.type(field(/^Website/), 'harbor.example{Enter}');

    expect(await heading('Auto-Fill')).toHaveFocus();
    expect(screen.getByText('This usually takes 10-15 seconds.')).toBeInTheDocument();
    await waitFor(() => {
      expect(watched.asked).toEqual([{ websiteUrl: 'https://harbor.example', companyName: 'Harbor Studio' }]);
    });
    const current = () =>
      screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')
        ?.textContent;
    const bar = screen.getByRole('progressbar', { name: 'Auto-Fill progress' });
    for (const [stage, label, least] of [
      ['analyzing_website', 'Analyzing website', 0],
      ['extracting_company_info', 'Extracting company info', 22],
      ['generating_content', 'Generating content', 45],
      ['finalizing_profile', 'Finalizing profile', 67],
    ] as const) {
      watched.tell({ kind: 'stage', stage });
      await waitFor(() => {
        expect(current()).toBe(label);
        expect(Number(bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(least);
      });
      expect(Number(bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(90);
    }
    watched.tell({ kind: 'done', company: found });

    expect(await heading('Template')).toHaveFocus();
    expect(screen.getByText(/3 fields are filled in/)).toBeInTheDocument();
    await user.click(await screen.findByRole('radio', { name: 'Ledger' }));
    await press(user, 'Next');
    await press(user, 'Next');
    expect(await screen.findByText('Software design')).toBeInTheDocument();
    expect(field('About Us')).toHaveValue(found.aboutUs);
    expect(field('Website')).toHaveValue('https://harbor.example');
    const source = screen.getByRole('link', { name: /source of About Us/ });
    expect(source).toHaveAttribute('href', 'https://www.harbor.example/about');
    expect(source.closest('p')).toHaveTextContent(/^from harbor\.example\/about/);
    // The name was typed: it is kept, and the website's is offered.
    expect(field('Company name')).toHaveValue('Harbor Studio');
    await press(user, 'Use the text from the website: Company name');
    expect(field('Company name')).toHaveValue('Harbor Studio GmbH');
    await press(user, 'Restore my text: Company name');
    expect(field('Company name')).toHaveValue('Harbor Studio');
  });

  it('can be stopped, started again, and left', async () => {
    const watched = watchedReading();
    const { user } = await begin(watched.handler);
    await user.type(field(/^Company name/), 'Harbor Studio');
    await user.type(field(/^Website/), 'harbor.example{Enter}');
    await waitFor(() => {
      expect(watched.asked).toHaveLength(1);
    });
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(watched.cancelled()).toBe(true);
    });
    await press(user, 'Auto-Fill');
    await waitFor(() => {
      expect(watched.asked).toHaveLength(2);
    });
    await press(user, 'Cancel');
    await press(user, SKIP);
    expect(await heading('Template')).toBeInTheDocument();
  });

  const failed = (code: string, problem: string) => reading({ kind: 'failed', code, problem });
  const LIMIT = 'AI usage limit reached. Please complete your profile manually or try again later.';
  const UNREACHABLE =
    'Unable to access your website. Please check the URL and complete your profile manually.';
  const TIMEOUT = 'Website took too long to analyze. Please complete your profile manually.';
  const OTHER =
    "We couldn't automatically fill your profile, but you can complete it manually in the next step.";
  it.each([
    [
      'a refusal for the limit',
      LIMIT,
      failing('post', '/api/companies/scrape/stream', {
        status: 429,
        code: 'rate_limited',
        message: 'Too many.',
      }),
    ],
    ['a limit met on the way', LIMIT, failed('usage_limit_reached', 'Your usage limit is reached.')],
    ['no connection', UNREACHABLE, unreachable('post', '/api/companies/scrape/stream')],
    ['a stream that was cut off', UNREACHABLE, reading({ kind: 'stage', stage: 'analyzing_website' })],
    ['a website that is away', UNREACHABLE, failed('website_unreachable', 'There is no such site.')],
    ['a slow website', TIMEOUT, failed('website_timeout', 'It took longer than 15 seconds.')],
    ['anything else', OTHER, failed('assistant_failed', 'The answer made no sense.')],
    [
      'a website that says nothing',
      OTHER,
      reading({ kind: 'done', company: { sources: [], pages: [], assistant: 'offline' } }),
    ],
  ])('goes on after %s', async (_what, text, handler) => {
    const { user } = await begin(handler);
    await user.type(field(/^Company name/), 'Harbor Studio');
    await user.type(field(/^Website/), 'harbor.example{Enter}');
    expect(await heading('Template')).toBeInTheDocument();
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('the logo', () => {
  const choose = (...files: File[]) => {
    // fireEvent, because user.upload would respect `accept`, which users can bypass in a browser.
    fireEvent.change(screen.getByLabelText('Logo file'), { target: { files } });
  };

  it('is uploaded with its type, shown, and part of the company', async () => {
    const { calls, handlers, uploadURL } = takingLogo();
    const end = finishing();
    const { user } = await begin(...handlers, ...end.handlers);
    await walkTo('Review & Logo', user);
    choose(logoFile('image/png', 5));
    expect(await screen.findByAltText('Your logo')).toHaveAttribute('src', '/api/objects/logo-1');
    expect(calls).toEqual([
      ['upload', { contentType: 'image/png', size: 5 }],
      ['put', 'image/png', 5],
      ['logo', { logoURL: uploadURL }],
    ]);
    await press(user, 'Finish Setup');
    await waitFor(() => {
      expect(end.asked[0]).toEqual([
        'company',
        expect.objectContaining({ logoUrl: '/api/objects/logo-1' }) as unknown,
      ]);
    });
  });

  it('can be removed again', async () => {
    const { user } = await begin(...takingLogo().handlers);
    await walkTo('Review & Logo', user);
    choose(logoFile());
    await press(user, 'Remove');
    expect(screen.queryByAltText('Your logo')).not.toBeInTheDocument();
    expect(await button('Choose a File')).toHaveFocus();
  });

  it.each([
    [[logoFile('image/png', 2 * 1024 * 1024 + 1)], 'Please choose a logo file smaller than 2MB.'],
    [[logoFile('application/pdf')], 'Please choose an image file (PNG, JPG, or GIF).'],
    [[logoFile('image/png', 0)], 'This file is empty. Please choose another one.'],
    [[logoFile(), logoFile()], 'Please choose one file only.'],
  ])('is refused before it is sent: %o', async (files, text) => {
    const { user } = await begin();
    await walkTo('Review & Logo', user);
    choose(...files);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('says when it could not be sent, and takes another try', async () => {
    const { user } = await begin(
      failing('put', '/store/1', { status: 403, code: 'expired', message: 'Expired.' }),
      ...takingLogo().handlers,
    );
    await walkTo('Review & Logo', user);
    choose(logoFile());
    expect(await screen.findByText('Upload failed')).toBeInTheDocument();
    expect(screen.getByText('Could not upload your logo. Please try again.')).toBeInTheDocument();
    expect(await button('Choose a File')).toBeEnabled();
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
