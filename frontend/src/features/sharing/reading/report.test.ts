import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReadingInput } from '@/api/gen/model';
import { startReading, type Reader } from './report';

const BLOCK = '0197a000-0000-7000-8000-00000000000a';
const sent: Blob[] = [];
const beacon = vi.fn((_url: string, body: Blob) => sent.push(body) > 0);
let intersect: (entries: Partial<IntersectionObserverEntry>[]) => void = () => undefined;
const observed: Element[] = [];
let reader: Reader | undefined;

const show = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
const bodies = () => Promise.all(sent.map(async (blob) => JSON.parse(await blob.text()) as ReadingInput));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  sent.length = 0;
  observed.length = 0;
  beacon.mockImplementation((_url, body) => sent.push(body) > 0);
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
  show('visible');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof intersect) {
        intersect = callback;
      }
      observe = (element: Element) => observed.push(element);
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  reader?.stop();
  vi.useRealTimers();
});

function read() {
  const element = document.createElement('section');
  element.dataset.block = BLOCK;
  reader = startReading('token');
  reader.watch(
    [
      { id: BLOCK, element },
      { id: 'no-id', element: document.createElement('section') },
    ],
    3,
  );
  return element;
}

test('reports after 2, 5 and 15 seconds, then every 30, and says what was read', async () => {
  const element = read();
  expect(observed).toEqual([element]);
  vi.advanceTimersByTime(1000);
  intersect([{ target: element, intersectionRatio: 0.6, intersectionRect: new DOMRect() }]);
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(1000);
  expect(beacon).toHaveBeenCalledTimes(1);
  expect(beacon.mock.calls[0]?.[0]).toBe('/api/shared/proposals/token/views');
  expect(sent[0]?.type).toBe('application/json');
  vi.advanceTimersByTime(13_000);
  expect(beacon).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(45_000);
  expect(beacon).toHaveBeenCalledTimes(5);

  const [first, second] = await bodies();
  expect(first).toEqual({
    viewId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    visitorId: localStorage.getItem('proffer.visitor'),
    revisionNumber: 3,
    visibleMs: 2000,
    interactions: 1,
    sections: [{ blockId: BLOCK, visibleMs: 1000 }],
  });
  expect(second).toMatchObject({ viewId: first?.viewId, visibleMs: 5000 });
});

test('reports when the page is left, and then nothing more while nothing changes', async () => {
  read();
  vi.advanceTimersByTime(700);
  show('hidden');
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(300_000);
  expect(beacon).toHaveBeenCalledTimes(1);
  expect((await bodies())[0]).toMatchObject({ visibleMs: 700 });
});

test('the visitor stays the same, each opening is another', async () => {
  read();
  vi.advanceTimersByTime(2000);
  reader?.stop();
  read();
  vi.advanceTimersByTime(2000);
  const [one, other] = await bodies();
  expect(one?.visitorId).toBe(other?.visitorId);
  expect(one?.viewId).not.toBe(other?.viewId);
});

test('without a beacon or storage a call is used; a failure is ignored', () => {
  beacon.mockReturnValue(false);
  const call = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('away'));
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  read();
  vi.advanceTimersByTime(2000);
  expect(call).toHaveBeenCalledWith(
    '/api/shared/proposals/token/views',
    expect.objectContaining({ method: 'POST', keepalive: true }),
  );
  reader?.stop();
  call.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(call).not.toHaveBeenCalled();
});
