// Runs before every test file: matchers, the browser features jsdom lacks, and the API mock.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '@/shared/ui/toast/toast-store';
import { server } from './server';

vi.stubGlobal('matchMedia', (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
);
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);
window.scrollTo = () => undefined;
// A connection on which nothing comes. Not a stub: tests that take theirs back leave it standing.
Object.defineProperty(globalThis, 'EventSource', {
  configurable: true,
  writable: true,
  value: class {
    static readonly CLOSED = 2;
    readyState = 1;
    close = () => undefined;
  },
});
vi.stubGlobal('ClipboardEvent', class extends Event {});
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
  cleanup();
  expect(unexpectedCalls, 'calls of the API that no handler expected').toBe(0);
  server.resetHandlers();
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => {
  server.close();
});
