// Unusual names: without a space to break at, right to left, characters outside the basic plane. No
// screen becomes wider than its window, and each is found by its name.
import { drafted } from './proposals';
import { must, openAccount } from './session';
import { expect, fitsEverywhere, test } from './test';

const ENDLESS = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const OWNER = {
  first: 'A'.repeat(100),
  last: 'Ö'.repeat(100),
  email: 'awkward@names.example',
  password: 'Lighthouse-7',
};
const COMPANIES = [
  ENDLESS.slice(0, 200),
  'شركة النور للتجارة والتسويق الإلكتروني',
  'בית קפה הנמל',
  '🚀👩‍👩‍👧‍👦 Söhne',
];

test('the longest names, other scripts and emoji break no screen', async ({ page, mailTo }) => {
  await openAccount(page, mailTo, OWNER);
  const long = ENDLESS.slice(0, 200);
  await must(page, 'POST', '/api/companies', { name: long, successMetrics: long, termsAndConditions: long });
  await must(page, 'PUT', '/api/workspace', { name: ENDLESS.slice(0, 100) });
  await must(page, 'POST', '/api/team/invitations', {
    email: `${'m'.repeat(64)}@${'n'.repeat(60)}.example`,
    role: 'member',
  });
  const made: string[] = [];
  for (const [at, companyName] of COMPANIES.entries()) {
    const client = await must<{ id: string }>(page, 'POST', '/api/clients', {
      companyName,
      firstName: companyName.slice(0, 100),
      lastName: companyName.slice(0, 100),
      email: `someone${String(at)}@names.example`,
    });
    const { id } = await must<{ id: string }>(page, 'POST', '/api/proposals', {
      clientId: client.id,
      clientContext: `${companyName}: they lose buyers on phones.`,
      proposedSolution: `${ENDLESS}. We build a catalogue.`,
      pricingDetails: '$4,500 for the catalogue one-time',
    });
    await drafted(page, id);
    made.push(id);
  }
  const shared = await Promise.all(
    made.map((id) => must<{ shareToken: string }>(page, 'POST', `/api/proposals/${id}/share`)),
  );
  const screens = [
    ...['/', '/clients', '/proposals', '/proposals/new', '/company/profile', '/notifications'],
    ...['/settings/account', '/settings/team', '/settings/workspace', '/settings/audit-log'],
    ...made.map((id) => `/proposals/${id}/edit`),
    ...shared.map(({ shareToken }) => `/shared/${shareToken}`),
  ];
  for (const address of screens) {
    await page.goto(address);
    await expect(page.locator('h1').first(), address).toBeVisible();
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
    await fitsEverywhere(page, address);
  }

  await page.goto('/clients');
  for (const name of COMPANIES) {
    await page.getByRole('searchbox').fill(name.slice(0, 20));
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([name]);
  }
});
