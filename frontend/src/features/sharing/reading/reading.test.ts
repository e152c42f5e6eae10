import { expect, test } from 'vitest';
import { randomId } from './ids';
import { ONE_MOVEMENT_MS, Reading, isInView } from './reading';

test('only time in the foreground counts', () => {
  const reading = new Reading();
  reading.setVisible(true, 1000);
  expect(reading.figures(3000).visibleMs).toBe(2000);
  reading.setVisible(false, 4000);
  expect(reading.figures(9000).visibleMs).toBe(3000);
  reading.setVisible(true, 10_000);
  expect(reading.figures(10_500).visibleMs).toBe(3500);
  // Reported twice, counted once; a clock that jumps back reduces nothing.
  reading.setVisible(true, 11_000);
  expect(reading.figures(11_000).visibleMs).toBe(4000);
  expect(reading.figures(5000).visibleMs).toBe(4000);
});

test('a section counts while it is in view of a visible page', () => {
  const reading = new Reading();
  reading.setVisible(true, 0);
  reading.setInView('a', true, 1000);
  reading.setInView('b', false, 1000);
  reading.setInView('a', false, 4000);
  reading.setInView('b', true, 4000);
  reading.setVisible(false, 6000);
  reading.setInView('a', true, 7000);
  reading.setVisible(true, 8000);
  expect(reading.figures(9000).sections).toEqual([
    { blockId: 'a', visibleMs: 4000 },
    { blockId: 'b', visibleMs: 3000 },
  ]);
});

test('movements in quick succession are one', () => {
  const reading = new Reading();
  for (let at = 0; at < 10 * ONE_MOVEMENT_MS; at += 10) reading.interact(at);
  expect(reading.figures(0).interactions).toBe(10);
});

test.each([
  ['half of it', { ratio: 0.5, height: 100, windowHeight: 900 }, true],
  ['less than half of a small one', { ratio: 0.49, height: 100, windowHeight: 900 }, false],
  ['half of the window, of a long one', { ratio: 0.1, height: 450, windowHeight: 900 }, true],
  ['less than that', { ratio: 0.1, height: 449, windowHeight: 900 }, false],
])('%s', (_name, shown, expected) => {
  expect(isInView(shown)).toBe(expected);
});

test('ids are random UUIDs, on pages without the secure way to make them too', () => {
  const bytes = <T extends ArrayBufferView | null>(array: T) => {
    if (array instanceof Uint8Array) array.fill(255);
    return array;
  };
  expect(randomId({ getRandomValues: bytes })).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  const made = Array.from({ length: 50 }, () =>
    randomId({ getRandomValues: (array) => crypto.getRandomValues(array) }),
  );
  expect(new Set(made).size).toBe(50);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
