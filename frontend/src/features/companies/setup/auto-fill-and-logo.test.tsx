import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { found, logoFile, reading, takingLogo, watchedReading } from '@/test/company-data';
import { failing, unreachable } from '@/test/handlers';
import { button, press, field, heading, SKIP, begin, walkTo, finishing } from '@/test/setup-page';

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
