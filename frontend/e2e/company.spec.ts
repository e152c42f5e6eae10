// Setting up a company and its clients: a profile from a website, a logo that reaches the client,
// and clients from a file.
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { register } from './people';
import { draftProposal, harborAndPine } from './proposals';
import { must, openAccount } from './session';
import { picture, TROUBLE } from './site';
import { audit, expect, test } from './test';

const OWNER = { first: 'Lena', last: 'Marsh', email: 'lena@company.example', password: 'Lighthouse-7' };
const CLIENT = { name: 'Mia Castellano', email: 'mia@company.example' };

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

/** The image is loaded, not only its element. */
async function isShown(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
}

/** From the first step, with another website. */
async function autoFill(page: Page, website: string): Promise<void> {
  await field(page, 'Website').fill(website);
  await page.getByRole('button', { name: 'Auto-Fill', exact: true }).click();
}

/** Back to the first step. */
async function toBasicInfo(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Basic Info' }).click();
  await expect(heading(page, 'Basic Info')).toBeVisible();
}

test('the setup, from a website to the shared page', async ({ page, stranger: client, mailTo, stack }) => {
  await test.step('a new user is led to the setup', async () => {
    await register(page, mailTo, OWNER);
    await expect(page).toHaveURL(/\/setup$/);
    const start = page.getByRole('button', { name: 'Get started' });
    await expect(start).toBeVisible();
    await audit(page, 'setup, welcome');
    await start.click();
    await expect(heading(page, 'Basic Info')).toBeVisible();
    await audit(page, 'setup, basic info');
    await expect(field(page, 'First name')).toHaveValue(OWNER.first);
    await field(page, 'Company name').fill('Harbourline Studio');
  });

  // Reaching the limit would take a model and a month of usage: this one answer is mocked.
  await test.step('at the usage limit', async () => {
    const stream = '**/api/companies/scrape/stream';
    await page.route(stream, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, code: 'usage_limit_reached', message: 'The limit is reached.' }),
      }),
    );
    await autoFill(page, stack.site.url);
    await expect(
      page.getByText('AI usage limit reached. Please complete your profile manually or try again later.'),
    ).toBeVisible();
    await page.unroute(stream);
    await toBasicInfo(page);
  });

  for (const [what, address, text] of [
    [
      'a website that is ill',
      TROUBLE.broken,
      'Unable to access your website. Please check the URL and complete your profile manually.',
    ],
    [
      'a website that does not answer',
      TROUBLE.silent,
      'Website took too long to analyze. Please complete your profile manually.',
    ],
    [
      'what is no website',
      TROUBLE.file,
      "We couldn't automatically fill your profile, but you can complete it manually in the next step.",
    ],
  ] as const) {
    await test.step(`with ${what} it goes on by hand`, async () => {
      await autoFill(page, stack.site.url + address);
      // The server allows a website fifteen seconds.
      await expect(page.getByText(text)).toBeVisible({ timeout: 40_000 });
      await expect(heading(page, 'Template')).toBeVisible();
      await toBasicInfo(page);
    });
  }

  await test.step('who leaves and comes back goes on where they were', async () => {
    await field(page, 'Website').fill(stack.site.url);
    await page.goto('/clients');
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await page.goto('/setup');
    await expect(page.getByText('What you typed earlier is still here.')).toBeVisible();
    await expect(field(page, 'Company name')).toHaveValue('Harbourline Studio');
    await expect(field(page, 'Website')).toHaveValue(stack.site.url);
  });

  await test.step('the website is read', async () => {
    await page.getByRole('button', { name: 'Auto-Fill', exact: true }).click();
    await expect(heading(page, 'Template')).toBeVisible({ timeout: 40_000 });
    await audit(page, 'setup, template');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(heading(page, 'Brand Colors')).toBeVisible();
    await audit(page, 'setup, brand colors');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(heading(page, 'Review & Logo')).toBeVisible();
  });

  await test.step('each text says which page it is from, and what was typed stays until it is given up', async () => {
    await expect(field(page, 'About Us')).toHaveValue(/Harbourline began in 2011/);
    await expect(field(page, 'What You Offer')).toHaveValue(/Names, identities and guidelines/);
    await expect(field(page, 'Testimonials')).toHaveValue(/Ruth Pembury/);
    await expect(page.getByText('Detected industry:')).toBeVisible();
    await expect(page.getByRole('link', { name: /source of About Us/ })).toHaveAttribute(
      'href',
      `${stack.site.url}/studio/about/`,
    );
    await expect(field(page, 'Company name')).toHaveValue('Harbourline Studio');
    await page.getByRole('button', { name: /^Use the text from the website ?: Company name$/ }).click();
    await expect(field(page, 'Company name')).toHaveValue('Harbourline');
  });

  await test.step('the logo goes straight to the file storage', async () => {
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(320, 80) });
    const sent = new URL((await put).url());
    expect(sent.origin).not.toBe(stack.url);
    expect(sent.searchParams.has('X-Amz-Signature')).toBe(true);
    await isShown(page.getByAltText('Your logo'));
    await audit(page, 'setup, review');
  });

  await test.step('the profile has all of it', async () => {
    await page.getByRole('button', { name: 'Finish Setup' }).click();
    await expect(page.getByText('Company profile created successfully!')).toBeVisible();
    await expect(page).toHaveURL(`${stack.url}/`);
    await page.goto('/company/profile');
    await isShown(page.getByAltText('Your logo'));
    await expect(field(page, 'Company name')).toHaveValue('Harbourline');
    await expect(field(page, 'About Us')).toHaveValue(/Harbourline began in 2011/);
    await audit(page, 'company profile, filled in');
    // The setup cannot be repeated.
    await page.goto('/setup');
    await expect(page).toHaveURL(`${stack.url}/`);
  });

  await test.step('the client sees the logo above the proposal', async () => {
    const id = await draftProposal(page);
    await must(page, 'POST', `/api/proposals/${id}/send`, {
      recipientName: CLIENT.name,
      recipientEmail: CLIENT.email,
      subject: 'Your new catalogue',
      message: 'As we discussed.',
    });
    await client.goto((await mailTo(CLIENT.email, 'Your new catalogue')).link);
    await isShown(client.locator('.sender-logo'));
    await audit(client, 'shared page, with a logo');
  });
});

/** The text of a downloaded file. */
async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8');
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** The card of a client. */
const card = (page: Page, company: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: company, exact: true }) });

test('clients from a file', async ({ page, mailTo, stack }) => {
  const lines = [
    'Company,Contact,E-Mail,Tel,Web,Notes',
    'Kestrel Accounting,Tom Reed,tom@kestrel.example,+1 555 0144,,',
    `"Paperboat, Inc.",Jo Lin,jo@paperboat.example,,${stack.site.url},Met at the fair`,
    `Brochure House,Ida Voss,ida@brochure.example,,${stack.site.url}${TROUBLE.file},`,
    // An existing client, with another company name.
    'Harbor & Pine Furniture,Marguerite Delacroix,marguerite@harborpine.example,,,',
    // Invalid lines.
    'No Address Ltd,Ann Poe,,,,',
    'Broken Ltd,Bob Ray,not-an-address,,,',
    'Too Short Ltd,Sam Orr',
  ];
  const choose = (name: string, text: string) =>
    page.getByLabel('File of clients').setInputFiles(fileOf(name, text));

  await openAccount(page, mailTo, { ...OWNER, email: 'lena@import.example' });
  await harborAndPine(page);
  await page.goto('/clients');

  await test.step('a file that cannot be read is refused, and why', async () => {
    await page.getByRole('link', { name: 'Import' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import Clients' })).toBeVisible();
    await audit(page, 'import, file');
    await choose('customers.xlsx', 'PK');
    await expect(page.getByRole('alert')).toContainText('This is a spreadsheet, not a CSV file.');
    await choose('names-only.csv', 'Company,Contact,E-Mail\r\n');
    await expect(page.getByRole('alert')).toContainText('“names-only.csv” was not imported');
    await audit(page, 'import, refused file');
  });

  await test.step('the example is such a file', async () => {
    const example = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download an example file' }).click();
    await choose('example.csv', await textOf(example));
    await expect(page.getByRole('button', { name: /^Import \d+ clients?$/ })).toBeEnabled();
    await page.getByRole('link', { name: 'Choose another file' }).click();
  });

  await test.step('columns are suggested, and the preview follows what is chosen', async () => {
    await choose('clients.csv', lines.join('\r\n'));
    const column = (name: RegExp) => page.getByRole('combobox', { name });
    await expect(column(/^First name/)).toHaveValue('1');
    await expect(column(/^Last name/)).toHaveValue('1');
    await expect(column(/^First name/)).toHaveAccessibleDescription('Tom');
    await expect(page.getByRole('button', { name: 'Import 3 clients' })).toBeEnabled();
    await expect(page.getByRole('region', { name: 'Lines that would be skipped' })).toContainText(
      'Harbor & Pine Furniture',
    );
    await page.getByRole('radio', { name: /^Update them/ }).check();
    await expect(page.getByRole('button', { name: 'Import 4 clients' })).toBeEnabled();
    await expect(page.getByRole('rowheader', { name: 'Harbor & Pine Furniture Update' })).toBeVisible();
    await audit(page, 'import, columns');
  });

  await test.step('a reload keeps the choice', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Update them/ })).toBeChecked();
    await page.getByRole('button', { name: 'Import 4 clients' }).click();
  });

  await test.step('the report names each skipped line, here and in a file', async () => {
    await expect(page.getByRole('heading', { name: '4 clients were imported' })).toBeVisible();
    const left = page.getByRole('region', { name: 'Skipped lines' }).getByRole('listitem');
    await expect(left).toHaveCount(3);
    await expect(left.nth(1)).toContainText('Line 7');
    await expect(left.nth(1)).toContainText('not-an-address');
    await audit(page, 'import, report');
    await page.reload();
    await expect(page.getByRole('heading', { name: '4 clients were imported' })).toBeVisible();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 3 skipped lines' }).click();
    const text = await textOf(file);
    for (const company of ['No Address Ltd', 'Broken Ltd', 'Too Short Ltd']) expect(text).toContain(company);
    expect(text).not.toContain('Kestrel');
  });

  await test.step('a client with a website gets a mark, and one whose website cannot be read a reason', async () => {
    await page.getByRole('link', { name: 'Go to clients' }).click();
    await expect(card(page, 'Harbor & Pine Furniture')).toBeVisible();
    await expect(card(page, 'Harbor & Pine')).toHaveCount(0);
    const paperboat = card(page, 'Paperboat, Inc.');
    await expect(paperboat.getByText(/^AI-Enhanced Profile, /)).toBeVisible({ timeout: 60_000 });
    await expect(paperboat.getByRole('link', { name: `from ${stack.site.address}` })).toBeVisible();
    await isShown(paperboat.locator('img'));
    const again = card(page, 'Brochure House').getByRole('button', { name: /^Try again/ });
    await expect(again).toBeVisible({ timeout: 60_000 });
    await audit(page, 'clients, with websites');
    const read = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/website'),
    );
    await again.click();
    expect((await read).status()).toBe(200);
    await expect(again).toBeEnabled();
  });

  await test.step('all clients are exported, and importing the file adds no duplicates', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Export all clients' }).click();
    const text = await textOf(file);
    expect(text).toContain('"Paperboat, Inc."');
    expect(text).toContain('marguerite@harborpine.example');
    await page.getByRole('link', { name: 'Import' }).click();
    await choose('again.csv', text);
    await expect(page.getByText('No line of this file would be imported.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import clients' })).toBeDisabled();
  });
});
