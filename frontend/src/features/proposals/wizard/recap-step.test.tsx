import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { getGetClientMockHandler, getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import type { RecapFile, RecapFilesInput } from '@/api/gen/model';
import { getCreateUploadMockHandler } from '@/api/gen/objects/objects.msw';
import { getReadRecapFilesMockHandler } from '@/api/gen/proposals/proposals.msw';
import { client } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { server } from '@/test/server';
import { RECAP_MAX } from './recap-files';

const PLACE = new URL('/put/1', window.location.href).href;
const CALL: Omit<RecapFile, 'fileName'> = {
  text: 'Dana: The site is slow.\nTom: We can fix that for $4,500.',
  turns: [
    { speaker: 'Dana', startMs: 0, endMs: 4000 },
    { speaker: 'Tom', startMs: 4000, endMs: 120_000 },
  ],
};
const LOCKED = {
  turns: [],
  refusal: { code: 'file_encrypted', message: '“locked.pdf” is protected by a password.' },
};

beforeEach(() => {
  sessionStorage.clear();
});

/** A storage, and a server that answers by the name of a file; returns what they received. */
function reading(answers: Record<string, Omit<RecapFile, 'fileName'>>) {
  const asked: string[] = [];
  const handlers = [
    getCreateUploadMockHandler({ uploadURL: PLACE, expiresAt: '2030-01-01T00:00:00.000Z' }),
    http.put(PLACE, ({ request }) => {
      asked.push(request.headers.get('Content-Type') ?? '');
      return new HttpResponse(null, { status: 200 });
    }),
    getReadRecapFilesMockHandler(async ({ request }) => {
      const { files } = (await request.json()) as RecapFilesInput;
      asked.push(files.map(({ fileName }) => fileName).join(', '));
      return { files: files.map(({ fileName }) => ({ fileName, ...(answers[fileName] ?? LOCKED) })) };
    }),
  ];
  return { asked, handlers };
}

async function open(...handlers: HttpHandler[]) {
  const rendered = renderRoute(
    `/proposals/new?clientId=${client.id}`,
    getListClientsMockHandler([client]),
    getGetClientMockHandler(client),
    ...handlers,
  );
  await rendered.user.click(await screen.findByRole('button', { name: /Paste Meeting Recap/ }));
  return { ...rendered, recap: screen.getByRole('textbox', { name: 'Meeting recap' }) };
}

const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('textbox', { name: 'Meeting recap' }), {
    dataTransfer: { files, types: ['Files'] },
  });
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Files for the recap'), { target: { files } });
const file = (name: string) => new File(['content'], name);
const row = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Added files' });
  const found = within(list)
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(name));
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

it('adds the texts of dropped files in their order, under their names, after what was typed', async () => {
  const { asked, handlers } = reading({
    'call.vtt': CALL,
    'notes.pdf': { text: 'Launch in March.', turns: [] },
  });
  const { user, recap } = await open(...handlers);
  await user.type(recap, 'My own words.');
  drop(file('call.vtt'), file('locked.pdf'), file('photo.png'), file('notes.pdf'));
  await waitFor(() => {
    expect(recap).toHaveValue(
      'My own words.\n\n--- call.vtt ---\nDana: The site is slow.\nTom: We can fix that for $4,500.\n\n--- notes.pdf ---\nLaunch in March.',
    );
  });
  expect(await row('call.vtt')).toHaveTextContent('Added 12 words · 2 speakers, 2 minutes.');
  expect(await row('notes.pdf')).toHaveTextContent('Added 3 words.');
  expect(await row('locked.pdf')).toHaveTextContent('“locked.pdf” is protected by a password.');
  expect(await row('photo.png')).toHaveTextContent('is not a kind of file that can be read');
  const announced = screen.getByText('notes.pdf: Added 3 words.');
  expect(announced.closest('[role="status"]')).toHaveAttribute('aria-atomic', 'false');
  expect(asked.toSorted()).toEqual(
    ['application/pdf', 'application/pdf', 'text/vtt', 'call.vtt, locked.pdf, notes.pdf'].toSorted(),
  );

  await user.click(screen.getByRole('button', { name: 'Remove photo.png from the list' }));
  expect(screen.queryByText('photo.png')).not.toBeInTheDocument();
  // The list is still there after a look at another step.
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: /Paste Meeting Recap/ }));
  expect(await row('call.vtt')).toHaveTextContent('Added 12 words');
});

it('keeps what is typed while a file is read, and waits for it before extracting', async () => {
  const { handlers } = reading({ 'call.vtt': CALL });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const slow = http.put(PLACE, async () => {
    await arrived;
    return new HttpResponse(null, { status: 200 });
  });
  const { user, recap } = await open(slow, ...handlers);
  await user.type(recap, 'A recap that is long enough to be extracted by itself.');
  expect(screen.getByRole('button', { name: 'Extract Details' })).toBeEnabled();
  choose(file('call.vtt'));
  expect(await row('call.vtt')).toHaveTextContent('Uploading');
  expect(screen.getByRole('button', { name: 'Extract Details' })).toBeDisabled();
  await user.type(recap, ' And more.');
  arrive();
  await waitFor(() => {
    expect(recap).toHaveValue(
      `A recap that is long enough to be extracted by itself. And more.\n\n--- call.vtt ---\n${CALL.text ?? ''}`,
    );
  });
  expect(screen.getByRole('button', { name: 'Extract Details' })).toBeEnabled();
});

it('keeps what does not fit, to be added when there is room', async () => {
  const words = 'word '.repeat(30_000).trim();
  const { handlers } = reading({ 'long.txt': { text: words, turns: [] } });
  const { user, recap } = await open(...handlers);
  choose(file('long.txt'));
  const long = await row('long.txt');
  await waitFor(() => {
    expect(long).toHaveTextContent('Added 19,996 of 30,000 words. 10,004 words did not fit');
  });
  expect((recap as HTMLTextAreaElement).value.length).toBeLessThanOrEqual(RECAP_MAX);
  expect(within(long).getByRole('button', { name: 'Add the rest of long.txt' })).toBeDisabled();
  await user.click(within(long).getByRole('button', { name: 'Copy the rest of long.txt' }));
  expect(await navigator.clipboard.readText()).toHaveLength(10_004 * 5 - 1);

  await user.clear(recap);
  await user.click(within(long).getByRole('button', { name: 'Add the rest of long.txt' }));
  expect(long).toHaveTextContent('Added 30,000 words.');
  expect((recap as HTMLTextAreaElement).value).toMatch(/^--- long\.txt ---\nword word/);
});

it('offers a file again that did not arrive, or that could not be read now', async () => {
  const { handlers } = reading({ 'call.vtt': CALL });
  const refused = http.put(PLACE, () => new HttpResponse('<Error/>', { status: 403 }), { once: true });
  const { user, recap } = await open(refused, ...handlers);
  choose(file('call.vtt'));
  expect(await screen.findByText('Request has expired')).toBeVisible();
  expect(recap).toHaveValue('');
  server.use(
    failing('post', '/api/proposals/recap-files', {
      status: 503,
      code: 'server_busy',
      message: 'Try again.',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again: call.vtt' }));
  expect(await screen.findByText('Try again.')).toBeVisible();
  server.use(unreachable('post', '/api/proposals/recap-files'));
  await user.click(screen.getByRole('button', { name: 'Try again: call.vtt' }));
  await screen.findByRole('button', { name: 'Try again: call.vtt' });
  server.use(...handlers);
  await user.click(screen.getByRole('button', { name: 'Try again: call.vtt' }));
  await waitFor(() => {
    expect(recap).toHaveValue(`--- call.vtt ---\n${CALL.text ?? ''}`);
  });
});
