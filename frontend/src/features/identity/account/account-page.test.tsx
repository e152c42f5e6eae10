import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getDeleteAccountMockHandler,
  getGetCurrentUserMockHandler,
  getRemovePictureMockHandler,
  getUpdateAccountMockHandler,
} from '@/api/gen/identity/identity.msw';
import type { CurrentUser } from '@/api/gen/model';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const page = '/settings/account';
const png = (name = 'me.png', size = 3) =>
  new File([new Uint8Array(size).fill(7)], name, { type: 'image/png' });
const withPicture: CurrentUser = { ...ada, profileImageUrl: '/api/pictures/ada/1' };

describe('name', () => {
  it('is changed everywhere it shows', async () => {
    let sent: unknown;
    const { user, queryClient } = renderRoute(
      page,
      getUpdateAccountMockHandler(async ({ request }) => {
        sent = await request.json();
        return { ...ada, firstName: 'Adele' };
      }),
    );
    const first = await screen.findByLabelText(/^First name/);
    expect(first).toHaveValue('Ada');
    await user.clear(first);
    await user.type(first, ' Adele {Enter}');
    expect(await screen.findByText('Your name has been changed.')).toBeInTheDocument();
    expect(sent).toEqual({ firstName: 'Adele', etag: ada.etag });
    expect(queryClient.getQueryData(['/api/auth/user'])).toHaveProperty('firstName', 'Adele');
    expect(screen.getAllByText('Adele Berg').length).toBeGreaterThan(0);
  });

  it('is needed, and keeps what was typed when the server refuses', async () => {
    const { user } = renderRoute(
      page,
      failing('put', '/api/account', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [
          { field: 'lastName', code: 'too_long', message: 'Last name must be at most 100 characters' },
        ],
      }),
    );
    const first = await screen.findByLabelText(/^First name/);
    await user.clear(first);
    await user.click(screen.getByRole('button', { name: 'Save Name' }));
    expect(first).toHaveAccessibleDescription('First name is required');
    await user.type(first, 'Adele{Enter}');
    const last = screen.getByLabelText(/^Last name/);
    await waitFor(() => {
      expect(last).toHaveAccessibleDescription('Last name must be at most 100 characters');
    });
    expect(first).toHaveValue('Adele');
  });

  it('stands with the address and whether that is proven', async () => {
    renderRoute(page);
    expect(await screen.findByText('Verified')).toBeInTheDocument();
    expect(screen.getAllByText('ada@harbor.example').length).toBeGreaterThan(0);
  });
});

describe('picture', () => {
  const choose = async (file: File) => {
    // fireEvent, because user.upload would respect `accept`, which users can bypass in a browser.
    fireEvent.change(await screen.findByLabelText('Picture file'), { target: { files: [file] } });
  };

  it('is looked at, then sent as it is', async () => {
    let sent: { type: string | null; bytes: number[] } | undefined;
    const { user, queryClient } = renderRoute(
      page,
      http.put('*/api/account/picture', async ({ request }) => {
        const bytes = [...new Uint8Array(await request.arrayBuffer())];
        sent = { type: request.headers.get('Content-Type'), bytes };
        return HttpResponse.json(withPicture);
      }),
    );
    await choose(png());
    expect(await screen.findByAltText('The picture you chose')).toHaveAttribute(
      'src',
      'data:image/png;base64,BwcH',
    );
    await user.click(screen.getByRole('button', { name: 'Use This Picture' }));
    expect(await screen.findByText('Your picture has been changed.')).toBeInTheDocument();
    expect(sent).toEqual({ type: 'application/octet-stream', bytes: [7, 7, 7] });
    expect(queryClient.getQueryData(['/api/auth/user'])).toEqual(withPicture);
    expect(screen.getByRole('button', { name: 'Change Picture' })).toBeInTheDocument();
  });

  it('can be dropped, and thought better of', async () => {
    const { user } = renderRoute(page);
    const hint = await screen.findByText(/You can also drop it here/);
    fireEvent.drop(hint, { dataTransfer: { files: [png('a.png'), png('b.png')] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Please drop one picture only.');
    fireEvent.drop(screen.getByRole('alert'), { dataTransfer: { files: [png()] } });
    await screen.findByAltText('The picture you chose');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByAltText('The picture you chose')).not.toBeInTheDocument();
  });

  it.each([
    [
      new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }),
      'Please choose an image file (PNG, JPG, GIF or WebP).',
    ],
    [png('big.png', 2 * 1024 * 1024 + 1), 'Please choose a picture of at most 2 MB.'],
    [png('empty.png', 0), 'This file is empty. Please choose another one.'],
  ])('is refused before it is sent: %o', async (file, message) => {
    renderRoute(page);
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.queryByRole('button', { name: 'Use This Picture' })).not.toBeInTheDocument();
  });

  it('stays chosen when the server refuses it', async () => {
    const { user } = renderRoute(
      page,
      failing('put', '/api/account/picture', {
        status: 422,
        code: 'unsupported_picture',
        message: 'Choose a PNG, JPG, GIF or WebP picture.',
      }),
    );
    await choose(png());
    await user.click(await screen.findByRole('button', { name: 'Use This Picture' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a PNG, JPG, GIF or WebP picture.');
    expect(screen.getByRole('button', { name: 'Use This Picture' })).toBeEnabled();
  });

  it('can be removed', async () => {
    const { user } = renderRoute(
      page,
      getGetCurrentUserMockHandler(withPicture),
      getRemovePictureMockHandler(ada),
    );
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your picture has been removed.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a Picture' })).toBeInTheDocument();
  });
});

describe('archive', () => {
  let saved: { name: string; href: string }[];
  let kept: number[];
  beforeEach(() => {
    saved = [];
    kept = [];
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) kept.push(file.size);
      return 'blob:archive';
    };
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, href: this.href });
    });
  });
  afterEach(() => {
    // jsdom has neither of them.
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });

  it('is saved under the name the server gives, with its progress shown', async () => {
    let go: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { user } = renderRoute(
      page,
      http.get('*/api/account/export', () => {
        const body = new ReadableStream({
          start: async (stream) => {
            stream.enqueue(new Uint8Array(1000));
            await wait;
            stream.enqueue(new Uint8Array(1000));
            stream.close();
          },
        });
        return new HttpResponse(body, {
          headers: {
            'Content-Length': '2000',
            'Content-Disposition': 'attachment; filename="proffer-ada.zip"',
          },
        });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Download Archive' }));
    expect(await screen.findByText('1 kB of 2 kB')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1000');
    go();
    expect(await screen.findByText('Your archive is ready')).toBeInTheDocument();
    expect(saved).toEqual([{ name: 'proffer-ada.zip', href: 'blob:archive' }]);
    expect(kept).toEqual([2000]);
  });

  it('can be called off', async () => {
    const { user } = renderRoute(
      page,
      http.get('*/api/account/export', () => new Promise<Response>(() => undefined)),
    );
    await user.click(await screen.findByRole('button', { name: 'Download Archive' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Download Archive' })).toBeEnabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it.each([
    [
      failing('get', '/api/account/export', { status: 503, code: 'unavailable', message: 'Back soon.' }),
      'Back soon.',
    ],
    [
      http.get('*/api/account/export', () => {
        const body = new ReadableStream({
          start: (stream) => {
            stream.enqueue(new Uint8Array(10));
            stream.error(new Error('cut'));
          },
        });
        return new HttpResponse(body);
      }),
      'Proffer could not be reached. Check your connection and try again.',
    ],
  ])('says why it could not be made', async (handler, message) => {
    const { user } = renderRoute(page, handler);
    await user.click(await screen.findByRole('button', { name: 'Download Archive' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(saved).toEqual([]);
  });
});

describe('deleting the account', () => {
  const open = async (...handlers: HttpHandler[]) => {
    const rendered = renderRoute(page, ...handlers);
    await rendered.user.click(await screen.findByRole('button', { name: 'Delete My Account…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    return { ...rendered, dialog };
  };

  it('says what goes with it, and wants the address and the password', async () => {
    const { user, dialog } = await open(
      getGetCurrentUserMockHandler({
        ...ada,
        workspaces: [
          ada.workspace,
          { ...ada.workspace, id: 'w-2', name: 'Lighthouse Agency', role: 'member' },
        ],
      }),
    );
    expect(dialog.getByText('Harbor Studio').closest('li')).toHaveTextContent(/clients and proposals/);
    expect(dialog.getByText('Lighthouse Agency').closest('p')).toHaveTextContent(
      /is transferred to the owner/,
    );
    await user.type(dialog.getByLabelText(/^Your email address/), 'bob@harbor.example');
    await user.click(dialog.getByRole('button', { name: 'Delete My Account' }));
    expect(dialog.getByLabelText(/^Your email address/)).toHaveAccessibleDescription(
      'Please type ada@harbor.example to confirm',
    );
    expect(dialog.getByLabelText(/^Password/)).toHaveAccessibleDescription('Please enter your password');
  });

  it('forgets everything and goes home', async () => {
    let sent: unknown;
    const { user, dialog, router, queryClient } = await open(
      getDeleteAccountMockHandler(async ({ request }) => {
        sent = await request.json();
      }),
    );
    queryClient.setQueryData(['/api/clients'], ['Northwind']);
    await user.type(dialog.getByLabelText(/^Your email address/), 'Ada@Harbor.example');
    await user.type(dialog.getByLabelText(/^Password/), 'Secret123{Enter}');
    expect(await screen.findByText('Account deleted')).toBeInTheDocument();
    expect(sent).toEqual({ email: 'Ada@Harbor.example', password: 'Secret123' });
    expect(router.state.location.pathname).toBe('/');
    expect(queryClient.getQueryData(['/api/auth/user'])).toBeNull();
    expect(queryClient.getQueryData(['/api/clients'])).toBeUndefined();
  });

  it('asks for no password where there is none', async () => {
    let sent: unknown;
    const { user, dialog } = await open(
      getGetCurrentUserMockHandler({ ...ada, hasPassword: false }),
      getDeleteAccountMockHandler(async ({ request }) => {
        sent = await request.json();
      }),
    );
    expect(dialog.queryByLabelText(/^Password/)).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Your email address/), 'ada@harbor.example{Enter}');
    expect(await screen.findByText('Account deleted')).toBeInTheDocument();
    expect(sent).toEqual({ email: 'ada@harbor.example' });
  });

  it('puts a wrong password at its field', async () => {
    const { user, dialog } = await open(
      failing('post', '/api/account/delete', {
        status: 422,
        code: 'validation_failed',
        message: 'Please correct the marked fields.',
        errors: [{ field: 'password', code: 'wrong', message: 'This is not your password' }],
      }),
    );
    await user.type(dialog.getByLabelText(/^Your email address/), 'ada@harbor.example');
    await user.type(dialog.getByLabelText(/^Password/), 'Wrong1234{Enter}');
    await dialog.findByText('This is not your password');
    expect(dialog.getByLabelText(/^Password/)).toHaveFocus();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('sends to the team settings while others work in a workspace', async () => {
    const { user, dialog } = await open(
      failing('post', '/api/account/delete', {
        status: 409,
        code: 'transfer_ownership_first',
        message: 'Other people are members of Harbor Studio. Transfer it to one of them first.',
      }),
    );
    await user.type(dialog.getByLabelText(/^Your email address/), 'ada@harbor.example');
    await user.type(dialog.getByLabelText(/^Password/), 'Secret123{Enter}');
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Other people are members of Harbor Studio.');
    expect(within(alert).getByRole('link', { name: 'To the team settings' })).toHaveAttribute(
      'href',
      '/settings/team',
    );
    expect(dialog.getByLabelText(/^Your email address/)).toHaveValue('ada@harbor.example');
  });
});
