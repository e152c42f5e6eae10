import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  getGetClientImportMockHandler,
  getPreviewClientImportMockHandler,
  getStartClientImportMockHandler,
} from '@/api/gen/clients/clients.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import { getCreateUploadMockHandler } from '@/api/gen/objects/objects.msw';
import { user as ada } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { clientImport, importPreview } from '@/test/import-data';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const PLACE = new URL('/put/1', window.location.href).href;
const TEXT = 'Company,Contact,E-Mail\r\nHarbor & Pine,Marguerite Delacroix,marguerite@harborpine.example\r\n';
const csv = (name = 'clients.csv') => new File([TEXT], name, { type: 'application/vnd.ms-excel' });

/** A storage and a server that accept the file; returns what they received. */
function taking() {
  const asked: unknown[] = [];
  const handlers = [
    getCreateUploadMockHandler(async ({ request }) => {
      asked.push(['upload', await request.json()]);
      return { uploadURL: PLACE, expiresAt: '2030-01-01T00:00:00.000Z' };
    }),
    http.put(PLACE, async ({ request }) => {
      asked.push(['put', request.headers.get('Content-Type'), await request.text()]);
      return new HttpResponse(null, { status: 200 });
    }),
    getStartClientImportMockHandler(async ({ request }) => {
      asked.push(['start', await request.json()]);
      return clientImport;
    }),
    getGetClientImportMockHandler(clientImport),
    getPreviewClientImportMockHandler(importPreview),
  ];
  return { asked, handlers };
}

const input = () => screen.findByLabelText('File of clients');
// fireEvent, because user.upload would respect `accept`, which users can bypass in a browser.
const choose = async (file: File) => fireEvent.change(await input(), { target: { files: [file] } });

describe('choosing a file of clients', () => {
  it('uploads it and continues with its columns, whatever type the system reports', async () => {
    const { asked, handlers } = taking();
    const { router } = renderRoute('/clients/import', ...handlers);
    await choose(csv());
    expect(await screen.findByRole('heading', { name: 'Match the columns' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/clients/import/${clientImport.id}`);
    expect(asked).toEqual([
      ['upload', { contentType: 'text/csv', size: TEXT.length }],
      ['put', 'text/csv', TEXT],
      ['start', { uploadURL: PLACE, fileName: 'clients.csv' }],
    ]);
  });

  it('takes one that is dropped', async () => {
    const { asked, handlers } = taking();
    renderRoute('/clients/import', ...handlers);
    const zone = (await input()).parentElement;
    if (zone === null) throw new Error('There is nothing to drop on.');
    fireEvent.drop(zone, { dataTransfer: { files: [csv()] } });
    await screen.findByRole('heading', { name: 'Match the columns' });
    expect(asked).toHaveLength(3);
  });

  it.each([
    [new File(['x'], 'customers.XLSX'), /This is a spreadsheet, not a CSV file\./],
    [new File([], 'clients.csv'), 'This file is empty.'],
    [new File([new ArrayBuffer(10 * 1024 * 1024 + 1)], 'clients.csv'), /Up to 10 MB can be read/],
  ])('refuses %o before it is sent', async (file, why) => {
    renderRoute('/clients/import');
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(why);
    expect(screen.getByRole('alert')).toHaveTextContent(`“${file.name}” cannot be imported`);
  });

  it('keeps the file when it did not arrive, and sends it again', async () => {
    const { asked, handlers } = taking();
    const { user } = renderRoute(
      '/clients/import',
      http.put(PLACE, () => new HttpResponse('<Error/>', { status: 403 }), { once: true }),
      ...handlers,
    );
    await choose(csv());
    expect(await screen.findByRole('alert')).toHaveTextContent('“clients.csv” was not imported');
    expect(screen.getByRole('alert')).toHaveTextContent('No client was changed. The file is still chosen.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Match the columns' });
    expect(asked.map((call) => (call as unknown[])[0])).toEqual(['upload', 'upload', 'put', 'start']);
  });

  it('does not send again what has arrived', async () => {
    const { asked, handlers } = taking();
    const { user } = renderRoute('/clients/import', unreachable('post', '/api/clients/imports'), ...handlers);
    await choose(csv());
    await screen.findByRole('alert');
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Match the columns' });
    expect(asked.map((call) => (call as unknown[])[0])).toEqual(['upload', 'put', 'start']);
  });

  it('says what is wrong inside it, which another try would not mend', async () => {
    const { handlers } = taking();
    renderRoute(
      '/clients/import',
      failing('post', '/api/clients/imports', {
        status: 422,
        code: 'no_rows',
        message: 'The file has no lines below the names of its columns.',
      }),
      ...handlers,
    );
    await choose(csv('empty.csv'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The file has no lines below the names of its columns.');
    expect(alert).toHaveTextContent('Correct the file or choose another one.');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
  });

  it('can be stopped on the way', async () => {
    const { asked, handlers } = taking();
    const { user, router } = renderRoute(
      '/clients/import',
      http.put(PLACE, () => new Promise(() => undefined)),
      ...handlers,
    );
    await choose(csv());
    expect(await screen.findByRole('progressbar', { name: 'Upload' })).toBeInTheDocument();
    await waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeEnabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/clients/import');
  });

  it('gives an example to fill in', async () => {
    const made = vi.fn((_file: Blob | MediaSource) => 'blob:example');
    URL.createObjectURL = made;
    URL.revokeObjectURL = () => undefined;
    const { user } = renderRoute('/clients/import');
    await user.click(await screen.findByRole('button', { name: 'Download an example file' }));
    const [first = ''] = ((await (made.mock.calls[0]?.[0] as Blob | undefined)?.text()) ?? '').split('\r\n');
    expect(first).toContain('Company name,First name,Last name,Email');
  });

  it('requires a permission', async () => {
    renderRoute(
      '/clients/import',
      getGetCurrentUserMockHandler({ ...ada, permissions: ['clients:read', 'clients:create'] }),
    );
    expect(await screen.findByRole('heading', { name: 'Your role cannot import clients' })).toBeVisible();
    expect(screen.queryByLabelText('File of clients')).not.toBeInTheDocument();
  });
});
