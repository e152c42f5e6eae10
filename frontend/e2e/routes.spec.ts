// Every screen as every role: the right one is shown, or what stands in its place; nothing is logged as an error; nothing scrolls
// sideways on any device; and nothing serious is wrong with it for people with disabilities, in either colour scheme.
import type { Page } from '@playwright/test';
import { everyRole } from './accounts';
import { addressOf, HOME, ROLES, SCREENS, SIGN_IN, type Role, type Screen } from './route-table';
import { audit, expect, fitsEverywhere, test } from './test';

/** Being signed out and there being none are answers; the browser logs them as it logs failures. */
const ANSWERS = /^Failed to load resource: the server responded with a status of 40[14] /;

/** Collects what a page logs as an error, and what it throws. */
function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || ANSWERS.test(message.text())) return;
    errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  return errors;
}

/** Goes on within the app, as a link does. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

async function shows(page: Page, role: Role, screen: Screen, address: string): Promise<void> {
  const heading = screen.others?.[role] ?? screen.heading;
  await expect(page.locator('h1').first(), `${address}, ${role}`).toHaveText(heading);
  // Not the screen before it, which may be headed the same: who has to sign in comes back here.
  if (role === 'visitor' && heading === SIGN_IN && screen.heading !== SIGN_IN)
    await expect(page).toHaveURL((url) => (url.searchParams.get('returnTo') ?? url.pathname) === address);
}

test('every screen, for every kind of user', async ({ newPerson, mailTo, stack }) => {
  // Some 200 screens, one after another for each role: on a machine that is busy with other things it takes its time.
  test.setTimeout(900_000);
  const { pages, made } = await everyRole(newPerson, mailTo, stack, 'routes.example');
  const errors = ROLES.map((role) => listen(pages[role]));

  const walk = async (role: Role) => {
    const page = pages[role];
    // Home may redirect a user without a company: wait for that before navigating on.
    const home = async () => {
      await page.goto('/');
      await shows(page, role, HOME, '/');
    };
    await home();
    for (const [at, screen] of SCREENS.entries()) {
      const address = addressOf(screen, made);
      const closely = screen.audited === role;
      // What a mail's link says is read as its screen opens.
      const opened = screen.apart === true || SCREENS[at - 1]?.route === screen.route;
      if (closely || opened) await page.goto(address);
      else await follow(page, address);
      await shows(page, role, screen, address);
      if (closely) {
        await fitsEverywhere(page, address);
        await audit(page, `${address}, ${role}`);
      }
      if (screen.apart === true) await home();
    }
  };
  // Side by side: each waits for its server most of the time.
  await Promise.all(ROLES.map(walk));

  expect(errors.flat()).toEqual([]);
});
