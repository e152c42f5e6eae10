// Runs before every test file: matchers, the browser features jsdom lacks, and the API mock.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '@/shared/ui/toast/toast-store';
import { server } from './server';

// Not stubs: tests that take theirs back leave these standing.
define('matchMedia', (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
);
class NothingObserved {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}
define('ResizeObserver', NothingObserved);
define('IntersectionObserver', NothingObserved);
window.scrollTo = () => undefined;
// A connection on which nothing comes.
define(
  'EventSource',
  class {
    static readonly CLOSED = 2;
    readyState = 1;
    close = () => undefined;
  },
);
define('ClipboardEvent', class extends Event {});
document.elementFromPoint = () => null;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
Range.prototype.getBoundingClientRect = () => new DOMRect();
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false;
};

// The next file has the same window: what is still to come of a page, such as the way to the sign-in, ends with its file.
const timers = new Set<NodeJS.Timeout>();
const startTimer = globalThis.setTimeout;
define('setTimeout', (...args: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...args);
  timers.add(timer);
  return timer;
});

// Nor does it meet what was put in the place of the browser's own here.
const shared = [
  document,
  navigator,
  URL,
  ...[Element, HTMLElement, HTMLAnchorElement, HTMLDialogElement, Range].map(({ prototype }) => prototype),
].map((object) => ({ object, own: Object.getOwnPropertyDescriptors(object) }));

// What is waited for comes as soon as it is there; on a machine that is busy with other things it comes late.
configure({ asyncUtilTimeout: 10_000 });

let unexpectedCalls = 0;

beforeAll(() => {
  server.listen({
    onUnhandledFrame: ({ defaults }) => {
      unexpectedCalls += 1;
      defaults.error();
    },
  });
});
beforeEach(() => {
  unexpectedCalls = 0;
});
afterEach(() => {
  // A frame of jsdom's that began by a clock of the test ends by it: it would be waited for in vain ever after.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  cleanup();
  expect(unexpectedCalls, 'calls of the API that no handler expected').toBe(0);
  server.resetHandlers();
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
  for (const timer of timers) clearTimeout(timer);
  define('setTimeout', startTimer);
  for (const { object, own } of shared) restore(object, own);
  document.body.replaceChildren();
  delete document.documentElement.dataset.theme;
});

/** Leaves an object with the values that it had. */
function restore(object: object, own: PropertyDescriptorMap) {
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    const before = own[name];
    if (before === undefined) Reflect.deleteProperty(object, name);
    else if (now.configurable === true && (now.value !== before.value || now.get !== before.get))
      Object.defineProperty(object, name, before);
  }
}

/** Gives the global scope a feature that jsdom lacks. */
function define(name: string, value: unknown) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}
