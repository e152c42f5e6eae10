import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  getGetCompanyMockHandler,
  getRemoveLogoMockHandler,
  getScrapeCompanyMockHandler,
} from '@/api/gen/companies/companies.msw';
import { found, logoFile, takingLogo } from '@/test/company-data';
import { company } from '@/test/data';
import { failing } from '@/test/handlers';
import { name, field, profile } from '@/test/company-profile';

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
    expect(await screen.findByText('Saved')).toBeInTheDocument();
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
    expect(await screen.findByText('Saved')).toBeInTheDocument();

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
