import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const samples = JSON.parse(
  readFileSync(`${process.cwd()}/../backend/domain/tests/fixtures/evidence.json`, 'utf8'),
) as {
  key: { fingerprint: string };
  valid: string;
  alsoValid: string[];
  unknown: { name: string; text: string }[];
  tampered: { name: string; text: string }[];
  documents: { name: string; base64: string }[];
};

const published = (...fingerprints: string[]) =>
  http.get('*/.well-known/proffer-sealing-keys.json', () =>
    HttpResponse.json({ keys: fingerprints.map((fingerprint) => ({ fingerprint, signs: true })) }),
  );

async function open(keys = published(samples.key.fingerprint)) {
  const { user } = renderRoute('/verify', signedOut, keys);
  const input = await screen.findByLabelText('Signed document');
  return {
    user,
    choose: (name: string, content: BlobPart) => user.upload(input, new File([content], name)),
  };
}

describe('the page that checks a signed document', () => {
  it('says what a whole document proves', async () => {
    const { choose } = await open();
    await choose('evidence.json', samples.valid);
    expect(await screen.findByRole('heading', { name: 'Authentic, and nothing was changed' })).toBeVisible();
    expect(screen.getByText('evidence.json', { selector: 'p' })).toBeVisible();
    expect(screen.getByText(/^Ada Löwe \(ada@example\.com\)/)).toBeVisible();
    expect(screen.getByText(/simple electronic signature/)).toBeVisible();
    expect(screen.getByText(/^No daily root covers this file/)).toBeVisible();
  });

  it('names the daily roots that cover the events, and whose key signed them', async () => {
    const { choose } = await open();
    await choose('evidence.json', samples.alsoValid.at(-1) ?? '');
    const root = await screen.findByText(/^The daily root of 2027-01-15, SHA-256 [0-9a-f]{64}, was signed/);
    expect(root).toHaveTextContent(
      `with the known key ${samples.key.fingerprint}. It covers the events up to 4`,
    );
    expect(screen.getByText(/^The daily root of 2027-01-17, .*It covers the events up to 5/)).toBeVisible();
  });

  it('calls what was made by hand unknown, and nothing else', async () => {
    const { choose } = await open();
    for (const { name, text } of samples.unknown) {
      await choose(`${name}.json`, text);
      expect(await screen.findByText(`${name}.json`)).toBeVisible();
      expect(
        screen.getByRole('heading', { name: 'Nothing was changed, but the key is unknown' }),
      ).toBeVisible();
      expect(screen.getByText(/^Anyone can make such a file with a key of their own/)).toBeVisible();
    }
    const document = samples.documents.find(({ name }) => name === 'made by hand');
    await choose(
      'by-hand.pdf',
      Uint8Array.from(atob(document?.base64 ?? ''), (c) => c.charCodeAt(0)),
    );
    expect(await screen.findByText(/^The PDF was signed with the unknown key/)).toBeVisible();
  });

  it('takes the fingerprint of the mail for a document of another site', async () => {
    const { choose, user } = await open(published('0'.repeat(64)));
    await choose('evidence.json', samples.valid);
    const unknown = { name: 'Nothing was changed, but the key is unknown' };
    expect(await screen.findByRole('heading', unknown)).toBeVisible();
    const field = screen.getByRole('textbox', { name: /^Fingerprint of a key that you trust/ });
    await user.type(field, 'abc');
    expect(screen.getByText(/^A fingerprint has 64 hexadecimal digits/)).toBeVisible();
    await user.clear(field);
    await user.type(field, samples.key.fingerprint.toUpperCase().replaceAll(/(..)/g, '$1 '));
    expect(await screen.findByRole('heading', { name: 'Authentic, and nothing was changed' })).toBeVisible();
  });

  it('says when the keys of the site cannot be loaded, and checks nonetheless', async () => {
    const { choose } = await open(
      failing('get', '/.well-known/proffer-sealing-keys.json', {
        status: 500,
        code: 'internal_error',
        message: 'No.',
      }),
    );
    expect(await screen.findByText(/^The keys of this site could not be loaded/)).toBeVisible();
    await choose('evidence.json', samples.valid);
    expect(
      await screen.findByRole('heading', { name: 'Nothing was changed, but the key is unknown' }),
    ).toBeVisible();
  });

  it('names what was changed', async () => {
    const { choose } = await open();
    const price = samples.tampered.find(({ name }) => name === 'a price');
    await choose('evidence.json', price?.text ?? '');
    const heading = await screen.findByRole('heading', { name: 'This document was changed' });
    expect(heading).toBeVisible();
    expect(screen.getByText('The prices were altered.')).toBeVisible();
  });

  it('says when a file is nothing that it can check', async () => {
    const { choose } = await open();
    await choose('holiday.pdf', '%PDF-1.7 hello');
    expect(await screen.findByRole('heading', { name: 'This file cannot be checked' })).toBeVisible();
    expect(screen.getByText('This file carries no Proffer seal.')).toBeVisible();
  });
});
