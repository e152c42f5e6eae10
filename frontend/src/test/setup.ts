// Runs before every test file: matchers, the browser features jsdom lacks, and the API mock.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '@/shared/ui/toast/toast-store';
import { server } from './server';

// Not stubs, so tests that restore their stubs keep these.
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
// A connection without events.
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

// The next file has the same window: pending work of a page, such as the redirect to the sign-in, ends with
// its file.
const timers = new Set<NodeJS.Timeout>();
const startTimer = globalThis.setTimeout;
define('setTimeout', (...args: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...args);
  timers.add(timer);
  return timer;
});

// Replaced browser features are restored too.
const shared = [
  document,
  navigator,
  URL,
  ...[Element, HTMLElement, HTMLAnchorElement, HTMLDialogElement, Range].map(({ prototype }) => prototype),
].map((object) => ({ object, own: Object.getOwnPropertyDescriptors(object) }));

// Results are awaited generously, because they arrive late on a busy machine.
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
  // An animation frame of jsdom that started with a fake clock must end with it; otherwise later tests would
  // wait for it forever.
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

/** Restores the original values of an object. */
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
