// Every screen with a slow server, a failing server, no network, and missing data: each shows this
// in its own layout, fits a phone's width, and continues by itself or by its button.
import type { Page, Route } from '@playwright/test';
import { everyRole } from './accounts';
import { openWorkspace } from './session';
import { addressOf, SCREENS, type Role, type Screen } from './route-table';
import { expect, fits, test } from './test';

/**
 * The session is loaded first: the screens come after it. Its own failures are covered by the last
 * test.
 */
const SESSION = /\/api\/auth\/user$/;
/** The largest layout shift of a good page: the limit of the Web Vitals. */
const MOST_SHIFT = 0.1;

const REFUSAL = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    message: 'Something went wrong on our side.',
  }),
};

type Fault = 'none' | 'slow' | 'failing' | 'away';

/** Intercepts a page's API calls, and changes them as configured. */
async function meddler(page: Page, spared: RegExp) {
  let fault: Fault = 'none';
  let waiting: Route[] = [];
  await page.route('**/api/**', async (route) => {
    if (fault === 'none' || spared.test(new URL(route.request().url()).pathname)) return route.fallback();
    if (fault === 'failing') return route.fulfill(REFUSAL);
    if (fault === 'away') return route.abort('internetdisconnected');
    waiting.push(route);
  });
  return async (next: Fault) => {
    fault = next;
    const held = waiting;
    waiting = [];
    await Promise.all(held.map((route) => route.fallback()));
  };
}

/** Makes every document record its layout shifts, and what moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? node.className : node?.nodeName,
        );
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, what: what.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; what: string }[] }).shifts);

const retries = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** The screen without any fault. */
async function stands(page: Page, screen: Screen, what: string): Promise<void> {
  await expect(page.locator('h1').first(), what).toHaveText(screen.heading);
  await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0);
  await expect(retries(page), what).toHaveCount(0);
}

async function slow(page: Page, screen: Screen, address: string, set: (fault: Fault) => Promise<void>) {
  const what = `${address}, slow`;
  await set('slow');
  await page.goto(address);
  if (screen.plain === true) await expect(page.locator('h1').first(), what).toHaveText(screen.heading);
  else {
    // Several placeholders, not a single spinner.
    await expect(page.locator('[aria-busy="true"]').first(), what).toBeVisible();
    expect(await page.locator('[aria-busy="true"] [aria-hidden]').count(), what).toBeGreaterThan(1);
  }
  await fits(page, what);
  await set('none');
  await stands(page, screen, what);
  await fits(page, what);
  const moved = await shifts(page);
  expect
    .soft(
      moved.reduce((sum, { value }) => sum + value, 0),
      `${what}: ${JSON.stringify(moved)}`,
    )
    .toBeLessThan(MOST_SHIFT);
}

async function failing(page: Page, screen: Screen, address: string, set: (fault: Fault) => Promise<void>) {
  const what = `${address}, failing`;
  await set('failing');
  await page.goto(address);
  await expect(page.locator('h1').first(), what).toBeVisible();
  if (screen.plain === true) await stands(page, screen, what);
  else await expect(retries(page).first(), what).toBeVisible();
  await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0);
  await fits(page, what);
  await set('none');
  // A screen may have several parts, each with its own retry.
  await expect(async () => {
    for (const retry of await retries(page).all()) await retry.click({ timeout: 1000 });
    await stands(page, screen, what);
  }).toPass();
}

async function away(page: Page, screen: Screen, address: string, set: (fault: Fault) => Promise<void>) {
  const what = `${address}, away`;
  await set('away');
  await page.goto(address);
  if (screen.plain === true) await stands(page, screen, what);
  else {
    await expect(retries(page).first(), what).toBeVisible();
    await expect(
      page.getByText(/could not be reached|connection may have dropped/).first(),
      what,
    ).toBeVisible();
  }
  await page.context().setOffline(true);
  if (screen.apart !== true) {
    await expect(page.getByText('You are offline. Your entries are kept.'), what).toBeVisible();
  }
  await fits(page, what);
  await set('none');
  await page.context().setOffline(false);
  // Without any click.
  await stands(page, screen, what);
}

const PHONE = { width: 390, height: 844 };

test('every screen waits, fails, goes on', async ({ newPerson, mailTo, stack }) => {
  const { pages, made } = await everyRole(newPerson, mailTo, stack, 'screens.example');
  const wrong: string[] = [];
  const walk = async (role: Role) => {
    const page = pages[role];
    await page.setViewportSize(PHONE);
    await watchShifts(page);
    const set = await meddler(page, SESSION);
    // Documents outside the app make no calls.
    const screens = SCREENS.filter(({ audited, route }) => audited === role && !route.startsWith('/api/'));
    for (const screen of screens) {
      const address = addressOf(screen, made);
      for (const state of [slow, failing, away]) {
        try {
          await state(page, screen, address, set);
        } catch (error) {
          // One run reports all problems.
          wrong.push(String(error));
          await set('none');
          await page.context().setOffline(false);
        }
      }
    }
  };
  await Promise.all((['visitor', 'owner', 'site admin'] as const).map(walk));
  expect(wrong).toEqual([]);
});

const OWNER = { first: 'Ada', last: 'Berg', email: 'ada@states.example', password: 'Lighthouse-7' };
const NOBODY = '0197a000-0000-7000-8000-0000000000ff';

test('what was deleted, or never was, says so and leads on', async ({ page, mailTo }) => {
  await page.setViewportSize(PHONE);
  await openWorkspace(page, mailTo, OWNER);
  const cases = [
    [`/proposals/${NOBODY}/edit`, 'Proposal Not Found', 'Back to Dashboard'],
    ['/proposals/nonsense/edit', 'Proposal Not Found', 'Back to Dashboard'],
    [`/clients/import/${NOBODY}`, 'Import not found', 'Import a file'],
    ['/clients/import/nonsense', 'Import not found', 'Import a file'],
    [`/proposals/${NOBODY}/nowhere`, '404 Page Not Found', 'Back to Home'],
  ] as const;
  for (const [address, title, way] of cases) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title }), address).toBeVisible();
    await fits(page, address);
    await page.getByRole('link', { name: way }).click();
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
    await expect(page.locator('h1').first(), address).not.toHaveText(title);
  }
});

test('the app waits for who is there, and says when it cannot know', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const set = await meddler(page, /^(?!)/);
  for (const fault of ['failing', 'away'] as const) {
    await set(fault);
    await page.goto('/clients');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await fits(page, fault);
    await set('none');
    await page.getByRole('button', { name: 'Reload this page' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
});
