import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getGetClientImportMockHandler,
  getPreviewClientImportMockHandler,
  getRunClientImportMockHandler,
} from '@/api/gen/clients/clients.msw';
import type { ClientImport, ImportPlan } from '@/api/gen/model';
import { failing } from '@/test/handlers';
import { clientImport, importPreview } from '@/test/import-data';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';

const PATH = `/clients/import/${clientImport.id}`;
const done: ClientImport = {
  ...clientImport,
  state: 'done',
  processed: 3,
  added: 1,
  updated: 1,
  skipped: 1,
  skippedRows: importPreview.skippedRows,
};

/** The page of a waiting import; returns the plans that were previewed. */
function match(...handlers: HttpHandler[]) {
  const previewed: ImportPlan[] = [];
  const page = renderRoute(
    PATH,
    ...handlers,
    getGetClientImportMockHandler(clientImport),
    getPreviewClientImportMockHandler(async ({ request }) => {
      previewed.push((await request.json()) as ImportPlan);
      return importPreview;
    }),
  );
  return { ...page, previewed };
}

const ready = () => screen.findByRole('button', { name: 'Import 2 clients' });
const field = (name: RegExp) => screen.findByRole('combobox', { name });

describe('matching the columns', () => {
  it('begins with what their names suggest, a sample below each', async () => {
    match();
    expect(await field(/^Company name/)).toHaveDisplayValue('Company');
    expect(await field(/^First name/)).toHaveAccessibleDescription('Marguerite Anne');
    expect(await field(/^Last name/)).toHaveAccessibleDescription('Delacroix');
    expect(await field(/^Phone/)).toHaveDisplayValue('Not in the file');
    expect(screen.getByText(/First and last name share a column/)).toBeVisible();
  });

  it('shows what would come of it, also of what is changed', async () => {
    const { user, previewed } = match();
    await ready();
    expect(previewed).toEqual([{ mapping: clientImport.suggested, duplicates: 'skip' }]);
    const table = screen.getByRole('table', { name: 'The clients' });
    expect(within(table).getByRole('row', { name: /Harbor & Pine/ })).toHaveTextContent(
      'Marguerite Anne Delacroix',
    );
    expect(within(table).getByRole('rowheader', { name: 'Paperboat Update' })).toBeVisible();
    const left = screen.getByRole('region', { name: 'Lines that would be skipped' });
    expect(left).toHaveTextContent('Line 4Email is requiredKestrel Accounting · Tom Reed');

    await user.selectOptions(await field(/^Phone/), 'Tel');
    await user.click(screen.getByRole('radio', { name: /^Update them/ }));
    await waitFor(() => {
      expect(previewed.at(-1)).toEqual({
        mapping: { ...clientImport.suggested, phone: 3 },
        duplicates: 'update',
      });
    });
  });

  it('tells of a column that is read twice', async () => {
    const { user } = match();
    await user.selectOptions(await field(/^Phone/), 'E-Mail');
    expect(await field(/^Phone/)).toHaveAccessibleDescription(/Also read as email/);
    expect(await field(/^Email/)).toHaveAccessibleDescription(/Also read as phone/);
  });

  it('waits for what every client needs', async () => {
    const { user } = match();
    await ready();
    await user.selectOptions(await field(/^Email/), 'Choose a column');
    expect(await screen.findByText('Choose a column for email to see it.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import clients' })).toBeDisabled();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('keeps what was chosen over a reload', async () => {
    const first = match();
    await first.user.selectOptions(await field(/^Phone/), 'Tel');
    await first.user.click(screen.getByRole('radio', { name: /^Add them again/ }));
    await first.router.navigate('/clients/import');
    await screen.findByRole('button', { name: 'Choose a CSV file' });
    await first.router.navigate(PATH);
    expect(await field(/^Phone/)).toHaveDisplayValue('Tel');
    expect(screen.getByRole('radio', { name: /^Add them again/ })).toBeChecked();
  });

  it('offers another try when the preview did not come', async () => {
    const { user } = match(
      failing('post', `/api/clients/imports/${clientImport.id}/preview`, {
        status: 503,
        code: 'storage_unavailable',
        message: 'The file storage is away.',
      }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('The file storage is away.');
    expect(screen.getByRole('button', { name: 'Import clients' })).toBeDisabled();
    server.use(getPreviewClientImportMockHandler(importPreview));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await ready()).toBeEnabled();
  });

  it('brings nothing in when every line would be skipped', async () => {
    match(
      getPreviewClientImportMockHandler({ ...importPreview, rows: [], added: 0, updated: 0, skipped: 3 }),
    );
    expect(await screen.findByText('No line of this file would be imported.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import clients' })).toBeDisabled();
  });
});

describe('bringing clients in', () => {
  it('shows how far it is, then what became of each line', async () => {
    let ran: unknown;
    const states: ClientImport[] = [{ ...clientImport, state: 'running', processed: 1, added: 1 }, done];
    const { user } = match(
      getRunClientImportMockHandler(async ({ request }) => {
        ran = await request.json();
        server.use(getGetClientImportMockHandler(() => states.shift() ?? done));
        return { ...clientImport, state: 'running' };
      }),
    );
    await user.click(await ready());
    expect(await screen.findByRole('heading', { name: 'Importing your clients' })).toHaveFocus();
    expect(ran).toEqual({ mapping: clientImport.suggested, duplicates: 'skip' });
    expect(await screen.findByText('1 of 3 lines')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('value', '1');
    const report = await screen.findByRole('heading', { name: '2 clients were imported' });
    expect(report).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Skipped lines' })).toHaveTextContent('Email is required');
    expect(screen.getByRole('link', { name: 'Go to clients' })).toHaveAttribute('href', '/clients');
  });

  it('says when it did not begin, and keeps what was chosen', async () => {
    const { user } = match(
      failing('post', `/api/clients/imports/${clientImport.id}/run`, {
        status: 500,
        code: 'internal',
        message: 'Out of order.',
      }),
    );
    await user.selectOptions(await field(/^Phone/), 'Tel');
    await user.click(await ready());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The import did not start');
    expect(alert).toHaveTextContent('No client was changed, and what you chose is kept.');
    expect(await field(/^Phone/)).toHaveDisplayValue('Tel');
    expect(await ready()).toBeEnabled();
  });

  it('joins one that was begun in another window', async () => {
    const { user } = match(
      http.post(`*/api/clients/imports/${clientImport.id}/run`, () => {
        server.use(getGetClientImportMockHandler(done));
        return HttpResponse.json({ code: 'import_begun', message: 'It has begun.' }, { status: 409 });
      }),
    );
    await user.click(await ready());
    expect(await screen.findByRole('heading', { name: '2 clients were imported' })).toBeVisible();
  });

  it('goes on asking after an answer that did not come', async () => {
    let calls = 0;
    renderRoute(
      PATH,
      http.get(`*${PATH.replace('/clients/import/', '/api/clients/imports/')}`, () => {
        calls += 1;
        if (calls === 2) return HttpResponse.error();
        return HttpResponse.json(calls === 1 ? { ...clientImport, state: 'running' } : done);
      }),
    );
    expect(await screen.findByText(/progress could not be loaded/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: '2 clients were imported' })).toBeVisible();
  });
});

describe('the report of an import', () => {
  const report = (file: ClientImport) => renderRoute(PATH, getGetClientImportMockHandler(file));

  it('gives the skipped lines as a file', async () => {
    let asked = false;
    const { user } = report(done);
    server.use(
      http.get(`*/api/clients/imports/${done.id}/skipped`, () => {
        asked = true;
        return HttpResponse.error();
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Download 1 skipped line' }));
    expect(await screen.findByText('The skipped lines could not be downloaded')).toBeVisible();
    expect(asked).toBe(true);
  });

  it('shows the first lines of many, and how many there are', async () => {
    const [line] = importPreview.skippedRows;
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...line, line: index + 2 }) as const);
    const { user } = report({
      ...done,
      skipped: 1240,
      skippedRows: rows as ClientImport['skippedRows'],
    });
    const list = await screen.findByRole('region', { name: 'Skipped lines' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(within(list).getByRole('button', { name: 'Show 95 more' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(100);
    expect(list).toHaveTextContent('These are the first 100 of 1,240.');
  });

  it('says that no client was added', async () => {
    report({ ...done, added: 0, updated: 0, skipped: 3 });
    expect(await screen.findByRole('heading', { name: 'No client was imported' })).toBeVisible();
  });

  it('says why one stopped, and what came in before', async () => {
    report({ ...done, state: 'failed', processed: 2, problem: 'The file is not there any more.' });
    expect(await screen.findByRole('heading', { name: 'The import stopped early' })).toBeVisible();
    expect(screen.getByText('The file is not there any more.')).toBeVisible();
    expect(screen.getByText(/2 of 3 lines were read\. The clients imported so far are kept\./)).toBeVisible();
  });

  it('is not there for a stranger', async () => {
    renderRoute(
      PATH,
      failing('get', `/api/clients/imports/${done.id}`, {
        status: 404,
        code: 'client_import_not_found',
        message: 'Not found.',
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Import not found' })).toBeVisible();
  });
});
