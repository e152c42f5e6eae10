// The price step: what a person types becomes a table or a question, and never another price.
import { harborAndPine } from './proposals';
import { openWorkspace } from './session';
import { audit, expect, fitsEverywhere, test } from './test';

const RUTH = { first: 'Ruth', last: 'Adler', email: 'ruth@prices.example', password: 'Lighthouse-7' };

/** A price text, and the lines that it becomes; "?" in front stands for a line with a question. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  ['Website: three payments of $2,500', ['Website 3 × $2,500.00 once']],
  ['15 licences at £12.50 pcm', ['Licences 15 × £12.50 monthly']],
  [
    'Core system 4,000 USD; reporting add-on 500 if wanted',
    ['Core system $4,000.00 once', 'Reporting $500.00 once Optional'],
  ],
  [
    'Einrichtung 450 €, danach 89 € im Monat, Mindestlaufzeit 24 Monate',
    ['Einrichtung €450.00 once', 'Monthly fee €89.00 monthly'],
  ],
];

/** Price texts that are asked about, with the amount in question. */
const ASKED = [
  ['Half-day workshop £600, six of them', '£600.00'],
  ['Inventory on the books $4.6M', '$4,600,000.00'],
  ['LiDAR firm asked $9,800', '$9,800.00'],
  ['Budget: $6,800 one-time and that is firm', '$6,800.00'],
] as const;

test('typed prices become a table or a question', async ({ page, mailTo }) => {
  await openWorkspace(page, mailTo, RUTH);
  const client = await harborAndPine(page);
  await page.goto(`/proposals/new?clientId=${client}&clientContext=They need a faster website.`);
  await page.getByRole('button', { name: /Enter Details Manually/ }).click();
  await page.getByRole('textbox', { name: 'Proposed solution' }).fill('We will build a faster website.');
  await page.getByRole('button', { name: 'Continue' }).click();
  const prices = page.getByRole('textbox', { name: 'Pricing' });
  const reading = page.getByRole('region', { name: 'What will be charged' });

  for (const [text, lines] of READ) {
    await prices.fill(text);
    await expect(reading.getByRole('status')).toHaveText('Everything was understood');
    const items = reading.getByRole('list').first().getByRole('listitem');
    await expect(items).toHaveCount(lines.length);
    for (const [index, line] of lines.entries()) {
      for (const part of line.split(/ (?=\d+ ×|[$£€]|Optional)/))
        await expect(items.nth(index)).toContainText(part);
    }
  }
  for (const [text, amount] of ASKED) {
    await prices.fill(text);
    await expect(reading.getByRole('status')).toHaveText(/questions? to answer before sending/);
    await expect(reading).toContainText(amount);
  }
  await audit(page, 'wizard, a question about prices');
  await fitsEverywhere(page, 'wizard, a question about prices');

  // An answer is written into the field, and settles the question.
  await prices.fill('Website with 5 pages at $4,500');
  await reading.getByRole('button', { name: '1 × $4,500.00 once' }).click();
  await expect(prices).toHaveValue('"Website with 5 pages": 1 × USD 4,500.00');
  await expect(reading.getByRole('status')).toHaveText('Everything was understood');
});
