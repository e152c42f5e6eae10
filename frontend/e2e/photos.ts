// Takes the product's pictures for the landing page: a proposal as its client reads it, on a desktop and on a
// phone; and the preview picture of the landing page, from the built page. These are not tests: run `npm run
// photos` after `npm run build`, when the appearance of either has changed.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { withProposal } from './proposals';
import { must } from './session';
import { expect, test } from './test';

const HERE = path.join(import.meta.dirname, '..');
const FOLDER = path.join(HERE, 'src/app/landing/pictures');
const OWNER = { first: 'Ada', last: 'Berg', email: 'ada@northlight.example', password: 'Lighthouse-7' };
const COMPANY = {
  name: 'Northlight Studio',
  yearsInBusiness: '12',
  teamSize: '9 people',
  successMetrics: '40 shops launched since 2014',
  guaranteesOffered: 'Fixed price, and a month of corrections free of charge',
};
/** The company's own design, in a font that the product includes. */
const DESIGN = {
  templateId: '5d2f0b1e-0001-7000-8000-000000000001',
  primaryColor: '#c2512b',
  secondaryColor: '#2f2430',
  accentColor: '#fbf3ec',
  fontFamily: 'Hanken Grotesk',
};
const WORDS = {
  needs: 'The shop is slow on phones. Buyers leave before the prices have loaded.',
  solution:
    'We will build a new catalogue with a configurator that works on phones. Design takes two weeks. The build takes four weeks.',
  prices:
    '$4,500 for the catalogue one-time, $300 monthly hosting, and optional product photography for $800',
};

/** Browsers can write WebP, the other tools cannot: the picture is drawn on a canvas and read back. */
async function webp(browser: Browser, png: Buffer, quality: number): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, level]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', level);
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Sends the proposal and returns the client's link. */
async function send(
  page: Page,
  editor: string,
  mailTo: (to: string, subject: string) => Promise<{ link: string }>,
) {
  const recipientEmail = 'marguerite@harborpine.example';
  await must(page, 'POST', `/api/proposals/${editor.split('/')[2] ?? ''}/send`, {
    recipientName: 'Marguerite Delacroix',
    recipientEmail,
    subject: 'Your new catalogue',
    message: 'As we discussed.',
  });
  return (await mailTo(recipientEmail, 'Your new catalogue')).link;
}

test('a proposal as its client reads it', async ({ page, browser, mailTo }) => {
  const editor = await withProposal(page, mailTo, OWNER, WORDS);
  await must(page, 'PUT', '/api/companies', COMPANY);
  await must(page, 'POST', '/api/user-template-preferences', DESIGN);
  await must(page, 'POST', `/api/proposals/${editor.split('/')[2] ?? ''}/refresh`);
  const link = await send(page, editor, mailTo);

  const shots = [
    { name: 'client-page', part: undefined, width: 1440, height: 960, scale: 1.15, quality: 0.66 },
    { name: 'client-page-phone', part: 'Pricing', width: 390, height: 760, scale: 2, quality: 0.66 },
  ];
  for (const { name, part, width, height, scale, quality } of shots) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    const client = await context.newPage();
    await client.goto(link);
    await expect(client.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await client.evaluate(() => document.fonts.ready);
    if (part !== undefined) {
      const heading = client.getByRole('heading', { name: part, exact: true });
      await heading.evaluate((element) => {
        element.scrollIntoView();
      });
    }
    const picture = await webp(browser, await client.screenshot(), quality);
    expect(picture.length, `${name} is light enough for the front page`).toBeLessThan(60_000);
    await writeFile(path.join(FOLDER, `${name}.webp`), picture);
    await context.close();
  }
});

test('the picture of a link to the front page', async ({ browser }) => {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  await page.route('https://front.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ path: path.join(HERE, 'dist', pathname === '/' ? 'landing.html' : pathname) });
  });
  await page.goto('https://front.example/');
  // Buttons in a picture are useless, and the administrators' claims are unknown here.
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll(
      'nav, main > :not(:first-child), main ul, main p, main a, footer',
    ))
      if (part.closest('[role=img]') === null) part.remove();
    await document.fonts.ready;
  });
  await writeFile(path.join(HERE, 'public/og.png'), await page.screenshot());
  await page.close();
});
