import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Proposal } from '@/api/gen/model';
import { networkProblem, Problem } from '@/api/problem';
import { draft } from '@/test/proposal-data';
import { readBlocks, writeBlocks, type Block } from '../document/blocks';
import { Autosave } from './autosave';

/** 'a1 b1' is a document of the blocks a and b, each in its version 1. */
const html = (text: string): string =>
  writeBlocks(
    text.split(' ').map((word) => ({ id: word.slice(0, 1), kind: 'free', html: `<p>${word}</p>` })),
  );
const words = (document: string): string =>
  readBlocks(document)
    .map((block) => block.html.slice(3, -4))
    .join(' ');

interface Answer {
  resolve: (proposal: Proposal) => void;
  reject: (error: unknown) => void;
}

function open(start: string) {
  let shown: Block[] = readBlocks(html(start));
  const asked: { words: string; version: number }[] = [];
  const answers: Answer[] = [];
  const host = {
    read: () => shown,
    show: (blocks: Block[]) => {
      shown = blocks;
    },
    save: (htmlContent: string, version: number) => {
      asked.push({ words: words(htmlContent), version });
      return new Promise<Proposal>((resolve, reject) => {
        answers.push({ resolve, reject });
      });
    },
    saved: vi.fn(),
    keep: vi.fn(),
    forget: vi.fn(),
    merged: vi.fn(),
  };
  const autosave = new Autosave({ htmlContent: html(start), version: 1 }, host);
  return {
    autosave,
    host,
    asked,
    type: (text: string) => {
      shown = readBlocks(html(text));
      autosave.changed();
    },
    shown: () => words(writeBlocks(shown)),
    /** Answers the save in progress. */
    answer: async (text: string, version: number) => {
      answers.at(-1)?.resolve({ ...draft, htmlContent: html(text), version });
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (error: unknown) => {
      answers.at(-1)?.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const stale = (text: string, version: number, changedBy?: string) =>
  new Problem(409, 'stale_version', 'Stale.', {
    conflict: {
      yourVersion: 1,
      currentVersion: version,
      currentHtmlContent: html(text),
      ...(changedBy !== undefined && { changedBy }),
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('saves a while after the last change, once', async () => {
  const { autosave, asked, type, answer } = open('a1 b1');
  type('a2 b1');
  expect(autosave.state().name).toBe('waiting');
  await vi.advanceTimersByTimeAsync(700);
  type('a3 b1');
  await vi.advanceTimersByTimeAsync(700);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([{ words: 'a3 b1', version: 1 }]);
  expect(autosave.state().name).toBe('saving');
  await answer('a3 b1', 2);
  expect(autosave.state().name).toBe('saved');
  expect(autosave.unsaved).toBe(false);
});

test('what is typed while a save is under way is saved next, and is not touched by the answer', async () => {
  const { autosave, asked, type, answer, shown } = open('a1 b1');
  type('a2 b2');
  await vi.advanceTimersByTimeAsync(800);
  type('a3 b2');
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(1);
  // The server normalises b.
  await answer('a2 b9', 2);
  expect(shown()).toBe('a3 b9');
  await vi.advanceTimersByTimeAsync(800);
  expect(asked[1]).toEqual({ words: 'a3 b9', version: 2 });
  await answer('a3 b9', 3);
  expect(autosave.state().name).toBe('saved');
});

test('flushing saves at once and waits until the server has everything', async () => {
  const { autosave, asked, type, answer } = open('a1');
  type('a2');
  const flushed = autosave.flush();
  expect(asked).toHaveLength(1);
  type('a3');
  await answer('a2', 2);
  expect(asked[1]).toEqual({ words: 'a3', version: 2 });
  await answer('a3', 3);
  await expect(flushed).resolves.toBe(true);
});

test('what was typed and taken back needs no save', async () => {
  const { autosave, asked, type } = open('a1');
  type('a2');
  type('a1');
  await expect(autosave.flush()).resolves.toBe(true);
  expect(asked).toEqual([]);
  expect(autosave.state().name).toBe('saved');
});

test('a server that is away is tried again, later each time, and at once when asked for', async () => {
  const { autosave, host, asked, type, fail, answer } = open('a1');
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await fail(networkProblem());
  expect(autosave.state().name).toBe('failed');
  expect(autosave.guarded).toBe(true);
  expect(host.keep).toHaveBeenCalledWith(html('a2'), { htmlContent: html('a1'), version: 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
  await fail(new Problem(503, 'unavailable', 'Away.'));
  await vi.advanceTimersByTimeAsync(3900);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(3);
  await fail(networkProblem());
  autosave.retry();
  expect(asked).toHaveLength(4);
  await answer('a2', 2);
  expect(autosave.state().name).toBe('saved');
  expect(host.forget).toHaveBeenCalled();
});

test('a busy server says how long to wait', async () => {
  const { asked, type, fail } = open('a1');
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await fail(new Problem(429, 'too_many_requests', 'Wait.', {}, 30));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
});

test('what the server does not take is said, kept, and tried again with the next change', async () => {
  const { autosave, asked, type, fail, shown } = open('a1');
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await fail(new Problem(422, 'validation', 'The document is larger than 1 MB.'));
  expect(autosave.state()).toEqual({
    name: 'refused',
    message: 'The document is larger than 1 MB.',
    unpaid: false,
  });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(1);
  expect(shown()).toBe('a2');
  await expect(
    Promise.race([autosave.flush(), fail(new Problem(422, 'validation', 'x')).then(() => false)]),
  ).resolves.toBe(false);
  type('a3');
  await vi.advanceTimersByTimeAsync(800);
  expect(asked.at(-1)?.words).toBe('a3');
});

test('another user’s changes to other blocks are merged without losing a word', async () => {
  const { autosave, host, asked, type, fail, answer, shown } = open('a1 b1');
  type('a2 b1');
  await vi.advanceTimersByTimeAsync(800);
  type('a3 b1');
  await fail(stale('a1 b2 c1', 5, 'Ana'));
  expect(shown()).toBe('a3 b2 c1');
  expect(host.merged).toHaveBeenCalledWith('Ana');
  expect(asked[1]).toEqual({ words: 'a3 b2 c1', version: 5 });
  await answer('a3 b2 c1', 6);
  expect(autosave.state().name).toBe('saved');
});

test('a version that counts on without other words is no news', async () => {
  const { host, asked, type, fail } = open('a1');
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await fail(stale('a1', 2));
  expect(host.merged).not.toHaveBeenCalled();
  expect(asked[1]).toEqual({ words: 'a2', version: 2 });
});

test.each([
  ['mine', new Set<string>(), 'a2 b2'],
  ['theirs', new Set(['a']), 'a9 b2'],
])('two versions of one block wait for a person; keeping %s saves it', async (_side, taken, expected) => {
  const { autosave, asked, type, fail, answer } = open('a1 b1');
  type('a2 b1');
  await vi.advanceTimersByTimeAsync(800);
  await fail(stale('a9 b2', 5, 'Ana'));
  const state = autosave.state();
  expect(state).toMatchObject({ name: 'conflict', by: 'Ana', conflicts: [{ id: 'a' }] });
  await expect(autosave.flush()).resolves.toBe(false);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(1);

  autosave.decide(taken);
  await vi.advanceTimersByTimeAsync(0);
  if (expected === 'a9 b2') {
    // Their version is the server's.
    expect(asked).toHaveLength(1);
  } else {
    expect(asked[1]).toEqual({ words: expected, version: 5 });
    await answer(expected, 6);
  }
  expect(autosave.state().name).toBe('saved');
});

test('a change from elsewhere is shown, and mine stays and is saved upon it', async () => {
  const { autosave, asked, type, shown } = open('a1 b1');
  type('a2 b1');
  autosave.take({ htmlContent: html('a1 b7'), version: 4 });
  expect(shown()).toBe('a2 b7');
  await vi.advanceTimersByTimeAsync(800);
  expect(asked).toEqual([{ words: 'a2 b7', version: 4 }]);
});

test('a change from elsewhere that comes late does not undo a newer one', async () => {
  const { autosave, type, answer, shown } = open('a1');
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await answer('a2', 3);
  autosave.take({ htmlContent: html('a1'), version: 2 });
  expect(shown()).toBe('a2');
});

test('an answer that comes after news does not undo the news', async () => {
  const { autosave, type, answer, shown } = open('a1 b1');
  type('a2 b1');
  await vi.advanceTimersByTimeAsync(800);
  autosave.take({ htmlContent: html('a2 b7'), version: 3 });
  await answer('a2 b1', 2);
  expect(shown()).toBe('a2 b7');
  expect(autosave.base.version).toBe(3);
});

test('work kept from before comes back on top of what happened since', async () => {
  const { autosave, asked, shown } = open('a1 b5');
  autosave.restore(html('a2 b1'), { htmlContent: html('a1 b1'), version: 0 });
  expect(shown()).toBe('a2 b5');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([{ words: 'a2 b5', version: 1 }]);
});

test('who has to pay first is asked nothing again, and loses nothing meanwhile', async () => {
  const { autosave, host, asked, type, fail, answer } = open('a1');
  const unpaid = new Problem(402, 'trial_expired', 'Please upgrade.', { trialExpired: true });
  type('a2');
  await vi.advanceTimersByTimeAsync(800);
  await fail(unpaid);
  expect(autosave.state()).toEqual({ name: 'refused', message: 'Please upgrade.', unpaid: true });
  type('a3');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(1);
  expect(autosave.state().name).toBe('refused');
  expect(autosave.guarded).toBe(true);
  expect(host.keep).toHaveBeenLastCalledWith(html('a3'), { htmlContent: html('a1'), version: 1 });
  // Paid in another tab.
  autosave.retry();
  expect(asked[1]).toEqual({ words: 'a3', version: 1 });
  await answer('a3', 2);
  expect(autosave.state().name).toBe('saved');
});
