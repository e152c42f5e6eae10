// What a failed test saw: the requests that the server refused, and the dialogs and messages on each page.
// The summary of `make test` prints it, because a message such as "waiting for a text box" names no cause.
import type { BrowserContext, Page, Response } from '@playwright/test';

/** How many refused requests are reported; the last ones. */
const REQUESTS_MAX = 8;
/** How much of a text on the screen is reported, in characters. */
const TEXT_MAX = 160;

export class FailureReport {
  readonly #refused: Promise<string>[] = [];
  readonly #screens: string[] = [];

  /** Records the refused requests of all pages of a context. */
  watch(context: BrowserContext): void {
    context.on('response', (response) => {
      if (response.status() >= 400) this.#refused.push(refusal(response));
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      this.#refused.push(Promise.resolve(`${request.method()} ${pathOf(request.url())} ${reason}`));
    });
  }

  /** Records what its pages show; before they are closed. */
  async record(context: BrowserContext): Promise<void> {
    this.#screens.push(...(await Promise.all(context.pages().map(screen))));
  }

  async text(): Promise<string> {
    const refused = await Promise.all(this.#refused.slice(-REQUESTS_MAX));
    return [...this.#screens, `refused: ${refused.length === 0 ? 'nothing' : refused.join(', ')}`].join('; ');
  }
}

const pathOf = (url: string): string => new URL(url).pathname;

const brief = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);

async function refusal(response: Response): Promise<string> {
  const code = /"code":"(\w+)"/.exec(await response.text().catch(() => ''))?.[1] ?? '';
  return `${response.request().method()} ${pathOf(response.url())} ${String(response.status())} ${code}`.trim();
}

/** The address of a page, and its visible dialogs and messages. */
async function screen(page: Page): Promise<string> {
  const texts = await page
    .locator('[role=dialog], [role=alert], [role=status]')
    .filter({ visible: true })
    .allInnerTexts()
    .catch(() => ['the page does not answer']);
  const shown = texts.map(brief).filter((text) => text !== '');
  return `${pathOf(page.url())} shows ${shown.length === 0 ? 'no message' : shown.map((text) => `"${text}"`).join(', ')}`;
}
