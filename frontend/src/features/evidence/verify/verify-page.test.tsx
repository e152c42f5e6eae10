import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';

const samples = JSON.parse(
  readFileSync(`${process.cwd()}/../backend/domain/tests/fixtures/evidence.json`, 'utf8'),
) as { valid: string; tampered: { name: string; text: string }[] };

async function open() {
  const { user } = renderRoute('/verify', signedOut);
  const input = await screen.findByLabelText('Signed document');
  return { choose: (name: string, text: string) => user.upload(input, new File([text], name)) };
}

describe('the page that checks a signed document', () => {
  it('says what a whole document proves', async () => {
    const { choose } = await open();
    await choose('evidence.json', samples.valid);
    expect(
      await screen.findByRole('heading', { name: 'Nothing in this document was changed' }),
    ).toBeVisible();
    expect(screen.getByText('evidence.json', { selector: 'p' })).toBeVisible();
    expect(screen.getByText(/^Ada Löwe \(ada@example\.com\)/)).toBeVisible();
    expect(screen.getByText(/simple electronic signature/)).toBeVisible();
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
