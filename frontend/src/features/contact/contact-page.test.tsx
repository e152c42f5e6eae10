import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { getSendContactMessageMockHandler } from '@/api/gen/contact/contact.msw';
import { getGetSiteMockHandler } from '@/api/gen/site/site.msw';
import { failing, signedOut, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const site = getGetSiteMockHandler({ supportEmail: 'support@proffer.example', claims: {} });
const box = (name: string) => screen.getByRole('textbox', { name });

async function open(...handlers: HttpHandler[]) {
  const rendered = renderRoute('/contact', ...handlers, site, signedOut);
  await screen.findByRole('heading', { name: 'Get in Touch' });
  return rendered;
}

const typed = {
  Name: 'Ada Berg',
  Email: 'ada@harbor.example',
  Subject: 'A bill',
  Message: 'Where is my bill?',
};

async function fill(user: Awaited<ReturnType<typeof open>>['user'], values: Partial<typeof typed> = {}) {
  for (const [name, value] of Object.entries({ ...typed, ...values })) {
    await user.clear(box(name));
    if (value !== '') await user.type(box(name), value);
  }
}
const press = (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Send Message' }));

describe('contact form', () => {
  it('sends what was typed, says so and makes room for the next message', async () => {
    let sent: unknown;
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user } = await open(
      getSendContactMessageMockHandler(async ({ request }) => {
        sent = await request.json();
        await asked;
        return { success: true };
      }),
    );
    await fill(user, { Name: '  Ada Berg ' });
    const kinds = within(screen.getByLabelText(/^Request Type/)).getAllByRole('option');
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      'Contact Support',
      'Feature Request',
      'Account Help',
    ]);
    await user.selectOptions(screen.getByLabelText(/^Request Type/), 'Account Help');
    await press(user);
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    answer();
    expect(await screen.findByText('Message sent!')).toBeVisible();
    expect(screen.getByText("We'll get back to you as soon as possible.")).toBeVisible();
    expect(sent).toEqual({
      name: 'Ada Berg',
      email: 'ada@harbor.example',
      type: 'account',
      subject: 'A bill',
      message: 'Where is my bill?',
      website: '',
    });
    for (const name of Object.keys(typed)) expect(box(name)).toHaveValue('');
    expect(screen.getByLabelText(/^Request Type/)).toHaveDisplayValue('Contact Support');
  });

  it.each([
    ['Name', 'A', 'Name must be at least 2 characters'],
    ['Name', ' A ', 'Name must be at least 2 characters'],
    ['Name', 'n'.repeat(101), 'Name must be at most 100 characters'],
    ['Email', '', 'Please enter a valid email address'],
    ['Email', 'ada@harbor', 'Please enter a valid email address'],
    ['Subject', 'Four', 'Subject must be at least 5 characters'],
    ['Subject', 's'.repeat(201), 'Subject must be at most 200 characters'],
    ['Message', 'Nine char', 'Message must be at least 10 characters'],
  ])('refuses as %s "%s"', async (name, value, message) => {
    const { user } = await open();
    await fill(user, { [name]: value });
    await press(user);
    expect(box(name)).toHaveAccessibleDescription(message);
    expect(box(name)).toHaveFocus();
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  it('names everything that is missing at once', async () => {
    const { user } = await open();
    await press(user);
    const messages = ['Name', 'Email', 'Subject', 'Message'].map(
      (name) => box(name).getAttribute('aria-invalid') ?? '',
    );
    expect(messages).toEqual(['true', 'true', 'true', 'true']);
  });

  it('keeps all of it when it could not be sent', async () => {
    const { user } = await open(unreachable('post', '/api/contact'));
    await fill(user);
    await press(user);
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    for (const [name, value] of Object.entries(typed)) expect(box(name)).toHaveValue(value);
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  });

  it('shows at its field what the server found', async () => {
    const message = 'Please enter a valid email address';
    const { user } = await open(
      failing('post', '/api/contact', {
        status: 422,
        code: 'validation_failed',
        message: 'Check the fields.',
        errors: [{ field: 'email', code: 'invalid', message }],
      }),
    );
    await fill(user);
    await press(user);
    await waitFor(() => {
      expect(box('Email')).toHaveAccessibleDescription(message);
    });
    expect(box('Email')).toHaveFocus();
    expect(screen.getByText('Failed to send message. Please try again.')).toBeVisible();
  });

  it('has a field that only programs fill in', async () => {
    let sent: unknown;
    const { user } = await open(
      getSendContactMessageMockHandler(async ({ request }) => {
        sent = await request.json();
        return { success: true };
      }),
    );
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(trap?.closest('[aria-hidden="true"]')).toHaveClass('visually-hidden');
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
    await fill(user);
    if (trap !== null) await user.type(trap, 'https://spam.example');
    await press(user);
    expect(await screen.findByText('Message sent!')).toBeVisible();
    expect(sent).toMatchObject({ website: 'https://spam.example' });
  });

  it('knows who is signed in', async () => {
    renderRoute('/contact', site);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Ada Berg');
    expect(box('Email')).toHaveValue('ada@harbor.example');
  });
});

describe('contact page', () => {
  it('leads home, and to the mail program', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(await screen.findByRole('link', { name: 'support@proffer.example' })).toHaveAttribute(
      'href',
      'mailto:support@proffer.example',
    );
  });

  it('works without the address', async () => {
    const { queryClient } = renderRoute(
      '/contact',
      failing('get', '/api/site', { status: 500, code: 'internal', message: 'Out of order.' }),
      signedOut,
    );
    expect(await screen.findByRole('button', { name: 'Send Message' })).toBeEnabled();
    await waitFor(() => {
      expect(queryClient.getQueryState(['/api/site'])?.status).toBe('error');
    });
    await waitFor(() => {
      expect(screen.queryByText(/write to us directly/)).not.toBeInTheDocument();
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
