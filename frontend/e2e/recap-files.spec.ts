// Files for a recap: a transcript and a PDF are dropped on it, read by the server, and extracted.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { harborAndPine } from './proposals';
import { openWorkspace } from './session';
import { audit, expect, fitsEverywhere, test } from './test';

const IDA = { first: 'Ida', last: 'Berg', email: 'ida@files.example', password: 'Lighthouse-7' };
const FIXTURES = path.join(import.meta.dirname, '../../backend/domain/tests/fixtures/recap_files');
const CALL = `WEBVTT

00:00:01.000 --> 00:00:05.000
<v Dana Reyes>Our buyers leave because prices take eleven seconds to load on a phone.</v>

00:01:02.000 --> 00:01:09.000
<v Ida Berg>We will build a new catalogue that loads in one second.</v>
`;

interface Dropped {
  name: string;
  bytes: Buffer;
}

/** Drops files on the recap, as a person does with the mouse. */
async function drop(page: Page, files: Dropped[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, sent);
  const recap = page.getByRole('textbox', { name: 'Meeting recap' });
  await recap.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Drop the files to add their text')).toBeVisible();
  await recap.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Drop the files to add their text')).toBeHidden();
}

test('a transcript and a PDF become a recap', async ({ page, mailTo }) => {
  await openWorkspace(page, mailTo, IDA);
  const client = await harborAndPine(page);
  await page.goto(`/proposals/new?clientId=${client}`);
  await page.getByRole('button', { name: /Paste Meeting Recap/ }).click();
  const recap = page.getByRole('textbox', { name: 'Meeting recap' });
  await recap.fill('They want to launch in March.');

  const fixture = async (name: string) => ({ name, bytes: await readFile(path.join(FIXTURES, name)) });
  await drop(page, [
    { name: 'call.vtt', bytes: Buffer.from(CALL) },
    await fixture('encrypted.pdf'),
    await fixture('notes.pdf'),
  ]);
  const files = page.getByRole('list', { name: 'Added files' });
  await expect(files.getByRole('listitem').nth(0)).toContainText('2 speakers, 1 minute');
  await expect(files.getByRole('listitem').nth(1)).toContainText('is protected by a password');
  await expect(files.getByRole('listitem').nth(2)).toContainText(/Added \d+ words\./);
  await expect(recap).toHaveValue(
    /^They want to launch in March\.\n\n--- call\.vtt ---\nDana Reyes: Our buyers .*\nIda Berg: We will .*\n\n--- notes\.pdf ---\nMeeting with Riverside/,
  );
  await audit(page, 'wizard, recap with files');
  await fitsEverywhere(page, 'wizard, recap with files');

  await page.reload();
  await expect(recap).toHaveValue(/Booking website\t£4,800/);
  await page.getByRole('button', { name: 'Extract Details' }).click();
  await expect(page.getByRole('textbox', { name: 'Client needs' })).toHaveValue(/online booking for 140/);
  await expect(page.getByRole('textbox', { name: 'Proposed solution' })).toHaveValue(/new catalogue/);
  await expect(page.getByRole('textbox', { name: 'Client needs' })).not.toHaveValue(/call\.vtt|notes\.pdf/);
});
