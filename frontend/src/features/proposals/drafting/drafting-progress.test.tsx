import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DraftingState } from '@/api/gen/model';
import { createQueryClient } from '@/api/query-client';
import { server } from '@/test/server';
import { DraftingProgress } from './drafting-progress';

const pass = async (ms: number) => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
};

/** Advances this many stages; each sets the timer for the next one only once it is on screen. */
const passStages = async (count: number) => {
  for (let stage = 0; stage < count; stage += 1) await pass(800);
};

/** An event source controlled by the test. */
class Source {
  static last: Source;
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    Source.last = this;
  }
  close() {
    this.readyState = Source.CLOSED;
  }
  async say(state: DraftingState) {
    this.onmessage?.({ data: JSON.stringify(state) });
    // The cache updates the screen in a separate timer.
    await pass(0);
  }
}

const running = (stage: DraftingState['stage'], progress: number): DraftingState => ({
  status: 'running',
  stage,
  progress,
});
const DONE: DraftingState = { status: 'done', stage: 'finalizing', progress: 100 };

const current = () =>
  screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent;
const bar = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

function open() {
  const onDone = vi.fn();
  const onMissing = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <DraftingProgress proposalId="p1" onDone={onDone} onMissing={onMissing} />
    </QueryClientProvider>,
  );
  return { onDone, onMissing };
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Source);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('listens to the proposal’s own stream', () => {
  open();
  expect(Source.last.url).toBe('/api/proposals/p1/drafting/events');
  expect(bar()).toBe('0');
});

test('shows the stages one by one, 800 ms apart, and never one that the server has not reached', async () => {
  open();
  await Source.last.say(running('analyzing', 20));
  expect(current()).toBe('Analyzing client requirements');
  expect(bar()).toBe('20');

  await pass(10_000);
  expect(current()).toBe('Analyzing client requirements');

  await Source.last.say(running('pricing', 60));
  await pass(799);
  expect(current()).toBe('Analyzing client requirements');
  await pass(1);
  expect(current()).toBe('Generating proposal structure');
  await pass(800);
  expect(current()).toBe('Creating pricing strategy');
  await pass(10_000);
  expect(bar()).toBe('60');
});

test('is done once the last stage has been shown', async () => {
  const { onDone } = open();
  await Source.last.say(DONE);
  expect(Source.last.readyState).toBe(Source.CLOSED);
  await passStages(4);
  expect(current()).toBe('Finalizing your proposal');
  expect(onDone).not.toHaveBeenCalled();
  await pass(800);
  expect(onDone).toHaveBeenCalledOnce();
});

test('asks instead where the stream cannot be kept', async () => {
  const answers = [running('structure', 40), DONE];
  server.use(http.get('*/api/proposals/p1/drafting', () => HttpResponse.json(answers.shift())));
  const { onDone } = open();
  Source.last.close();
  act(() => {
    Source.last.onerror?.();
  });
  await vi.waitFor(() => {
    expect(answers).toHaveLength(1);
  });
  await pass(1500);
  await vi.waitFor(() => {
    expect(answers).toHaveLength(0);
  });
  await passStages(5);
  expect(onDone).toHaveBeenCalledOnce();
});

test('waits while the browser reconnects by itself', async () => {
  open();
  Source.last.readyState = 0;
  // An unexpected request would fail the test.
  act(() => {
    Source.last.onerror?.();
  });
  await Source.last.say(running('structure', 40));
  expect(bar()).toBe('20');
});

test('a failure names its reason and what is kept, and retrying starts over', async () => {
  server.use(
    http.post('*/api/proposals/p1/drafting/retry', () =>
      HttpResponse.json({ status: 'queued', stage: 'analyzing', progress: 0 } satisfies DraftingState),
    ),
  );
  open();
  await Source.last.say({
    status: 'failed',
    stage: 'pricing',
    progress: 60,
    code: 'assistant_timeout',
    message: 'The assistant took too long to answer.',
  });
  expect(screen.getByRole('alert')).toHaveTextContent('The assistant took too long to answer.');
  expect(screen.getByRole('alert')).toHaveTextContent('You do not have to enter them again.');

  const failed = Source.last;
  act(() => {
    screen.getByRole('button', { name: 'Retry' }).click();
  });
  await vi.waitFor(() => {
    expect(Source.last).not.toBe(failed);
  });
  expect(bar()).toBe('0');
  await Source.last.say(running('analyzing', 20));
  expect(current()).toBe('Analyzing client requirements');
});

test('a proposal that cannot be read any more is reported', async () => {
  server.use(
    http.get('*/api/proposals/p1/drafting', () => HttpResponse.json({ code: 'x' }, { status: 404 })),
  );
  const { onMissing } = open();
  Source.last.close();
  act(() => {
    Source.last.onerror?.();
  });
  await vi.waitFor(() => {
    expect(onMissing).toHaveBeenCalledOnce();
  });
});
