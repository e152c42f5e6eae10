// The price step: what a person types becomes a table or a question, and never another price.
import { harborAndPine } from './proposals';
import { openWorkspace } from './session';
import { audit, expect, fitsEverywhere, test } from './test';

const RUTH = { first: 'Ruth', last: 'Adler', email: 'ruth@prices.example', password: 'Lighthouse-7' };

/** A price text, and the lines that it becomes; "?" in front stands for a line with a question. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  ['Website: three payments of $2,500', ['Website 3 × $2,500.00 once']],
  ['Half-day workshop £600, six of them', ['Half-day workshop 6 × £600.00 once']],
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

  // Prices that only wait for a yes are confirmed together, in the words that are there.
  await prices.fill('Website $4,500 (to be confirmed)\nHosting $30 monthly (to be confirmed)\nLogo $600');
  await expect(reading.getByRole('status')).toHaveText('2 prices to confirm before sending');
  await audit(page, 'wizard, prices to confirm');
  await fitsEverywhere(page, 'wizard, prices to confirm');
  await reading.getByRole('button', { name: 'All 2 are right' }).press('Enter');
  await expect(prices).toHaveValue('Website $4,500\nHosting $30 monthly\nLogo $600');
  await expect(reading.getByRole('status')).toHaveText('Everything was understood');
  await expect(reading.getByRole('button', { name: 'Edit Website' })).toBeFocused();

  // An answer is written into the field, and settles the question.
  await prices.fill('Website with 5 pages at $4,500');
  await reading.getByRole('button', { name: '1 × $4,500.00 once' }).click();
  await expect(prices).toHaveValue('"Website with 5 pages": 1 × USD 4,500.00');
  await expect(reading.getByRole('status')).toHaveText('Everything was understood');

  // Editing a line writes it into the field, with the keyboard alone.
  await prices.fill('Website $4,500\nHosting $30 monthly\nTraining is $600, optional');
  await reading.getByRole('button', { name: 'Edit Hosting' }).press('Enter');
  const line = reading.getByRole('group', { name: 'Hosting' });
  await expect(line.getByRole('textbox', { name: 'Item' })).toBeFocused();
  await line.getByRole('textbox', { name: 'Unit price (USD)' }).fill('45.50');
  await line.getByRole('textbox', { name: 'Payments' }).fill('12');
  await audit(page, 'wizard, a line of the prices');
  await fitsEverywhere(page, 'wizard, a line of the prices');
  await line.getByRole('textbox', { name: 'Payments' }).press('Enter');
  await expect(prices).toHaveValue(
    '"Website": 1 × USD 4,500.00\n"Hosting": 1 × USD 45.50 monthly for 12\n"Training": 1 × USD 600.00, optional',
  );
  await expect(reading.getByRole('listitem').nth(1)).toContainText('$45.50 monthly for 12 months');
  await expect(reading.getByRole('button', { name: 'Edit Hosting' })).toBeFocused();
  await reading.getByRole('button', { name: 'Remove Training' }).click();
  await reading.getByRole('button', { name: 'Add Line' }).click();
  const added = reading.getByRole('group', { name: 'New line' });
  await added.getByRole('textbox', { name: 'Item' }).fill('Logo');
  await added.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await added.getByRole('textbox', { name: 'Unit price (USD)' }).fill('nothing');
  await added.getByRole('button', { name: 'Save Line' }).click();
  await expect(added).toContainText('Please enter a number');
  await added.getByRole('textbox', { name: 'Unit price (USD)' }).fill('$250');
  await added.getByRole('button', { name: 'Save Line' }).click();
  const written =
    '"Website": 1 × USD 4,500.00\n"Hosting": 1 × USD 45.50 monthly for 12\n"Logo": 2 × USD 250.00';
  await expect(prices).toHaveValue(written);
  await reading.getByRole('button', { name: 'Undo' }).click();
  await expect(prices).toHaveValue('"Website": 1 × USD 4,500.00\n"Hosting": 1 × USD 45.50 monthly for 12\n');
});

const TALK = [
  'Marguerite: Our budget is about $15,000, and our present agency asks $2,100 a month.',
  'Ruth: We can build the new catalogue for $9,800.',
  'Marguerite: That sounds good to us.',
  'Ruth: I will send you the proposal on Friday.',
].join('\n');

test('a transcript asks who the user is, and lists the amounts that are not charged', async ({
  page,
  mailTo,
}) => {
  await openWorkspace(page, mailTo, { ...RUTH, email: 'ruth@talk.example' });
  const client = await harborAndPine(page);
  await page.goto(`/proposals/new?clientId=${client}`);
  await page.getByRole('button', { name: /Paste Meeting Recap/ }).click();
  await page.getByRole('textbox', { name: 'Meeting recap' }).fill(TALK);
  await page.getByRole('button', { name: 'Extract Details' }).click();
  const question = page.getByRole('group', { name: 'Which of these is you?' });
  await question.getByRole('radio', { name: 'Ruth' }).check();
  await audit(page, 'wizard, which speaker is the user');
  await fitsEverywhere(page, 'wizard, which speaker is the user');
  await page.getByRole('button', { name: 'Continue' }).click();

  const reading = page.getByRole('region', { name: 'What will be charged' });
  const charged = reading.getByRole('list').first();
  await expect(charged).toContainText('$9,800.00');
  await expect(charged.getByRole('listitem')).toHaveCount(1);
  const mentioned = reading.getByRole('list', { name: 'Mentioned, not charged' });
  await expect(mentioned).toContainText(/\$15,000\s*Their budget\s*Marguerite:/);
  await audit(page, 'wizard, amounts of a recap');
  await fitsEverywhere(page, 'wizard, amounts of a recap');
  await mentioned
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Charge / })
    .click();
  await expect(charged.getByRole('listitem')).toHaveCount(2);
  await expect(mentioned.getByText('$15,000', { exact: true })).toHaveCount(0);
  await reading.getByRole('button', { name: 'Undo' }).click();
  await expect(mentioned.getByText('$15,000', { exact: true })).toBeVisible();
});
