import { http as msw, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { eventData, stream } from './events';
import { NETWORK_ERROR } from './problem';

const bytes = new TextEncoder();

/** A body that arrives in these chunks. */
const bodyOf = (pieces: readonly (string | Uint8Array<ArrayBuffer>)[], cancel = () => undefined) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? bytes.encode(piece) : piece);
      }
      controller.close();
    },
    cancel,
  });

async function read(source: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const data of source) all.push(data);
  return all;
}

describe('events', () => {
  it.each([
    ['line feeds', 'data: one\n\ndata: two\n\n'],
    ['carriage returns', 'data: one\r\rdata: two\r\r'],
    ['both', 'data: one\r\n\r\ndata: two\r\n\r\n'],
  ])('end their lines with %s', async (_name, text) => {
    expect(await read(eventData(bodyOf([text])))).toEqual(['one', 'two']);
  });

  it('are the same for every split of the stream, even inside characters', async () => {
    const text =
      ': hello\r\n\r\nevent: text\r\nid: 7\r\ndata: Grüße, 你好 🎉\r\ndata:\r\ndata:  two\r\n\r\ndata\n\n';
    const all = bytes.encode(text);
    const whole = await read(eventData(bodyOf([text])));
    expect(whole).toEqual(['Grüße, 你好 🎉\n\n two', '']);
    for (let cut = 1; cut < all.length; cut += 1) {
      expect(await read(eventData(bodyOf([all.slice(0, cut), all.slice(cut)])))).toEqual(whole);
    }
    const single = [...all].map((byte) => Uint8Array.of(byte));
    expect(await read(eventData(bodyOf(single)))).toEqual(whole);
  });

  it('leave out comments, unknown fields and a byte order mark', async () => {
    const text = '\uFEFF: awake\n\nretry: 10\nnonsense\ndata:x\n\n:\n\n';
    expect(await read(eventData(bodyOf([text])))).toEqual(['x']);
  });

  it('leave out what the end of the stream cut off', async () => {
    expect(await read(eventData(bodyOf(['data: one\n\ndata: tw'])))).toEqual(['one']);
    expect(await read(eventData(bodyOf(['data: one\n\ndata: two\n'])))).toEqual(['one']);
    expect(await read(eventData(bodyOf([])))).toEqual([]);
  });

  it('are hung up on by who stops listening', async () => {
    const cancel = vi.fn(() => undefined);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        controller.enqueue(bytes.encode('data: one\n\n'));
      },
      cancel,
    });
    for await (const data of eventData(body)) {
      expect(data).toBe('one');
      break;
    }
    expect(cancel).toHaveBeenCalled();
  });
});

describe('a stream', () => {
  const url = new URL('/api/stream', window.location.origin).href;
  const streaming = (body: ReadableStream<Uint8Array>) =>
    msw.post(
      '*/api/stream',
      () => new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    );

  it('sends credentials and gives the events', async () => {
    server.use(streaming(bodyOf(['data: {"a"', ':1}\n\n'])));
    const fetched = vi.spyOn(window, 'fetch');
    expect(await read(stream(url, { method: 'POST' }))).toEqual(['{"a":1}']);
    expect(fetched).toHaveBeenCalledWith(url, { method: 'POST', credentials: 'include' });
  });

  it('throws the Problem of a refusal', async () => {
    server.use(failing('post', '/api/stream', { status: 429, code: 'usage_exceeded', message: 'Limit.' }));
    await expect(read(stream(url, { method: 'POST' }))).rejects.toMatchObject({ code: 'usage_exceeded' });
  });

  it('throws the same Problem for no connection and one that breaks', async () => {
    server.use(unreachable('post', '/api/stream'));
    await expect(read(stream(url, { method: 'POST' }))).rejects.toMatchObject({ code: NETWORK_ERROR });
    let gone: () => void = () => undefined;
    const breaking = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(bytes.encode('data: one\n\n'));
        gone = () => {
          controller.error(new TypeError('gone'));
        };
      },
    });
    vi.spyOn(window, 'fetch').mockResolvedValue(new Response(breaking));
    const got: string[] = [];
    const reading = async () => {
      for await (const data of stream(url, { method: 'POST' })) {
        got.push(data);
        gone();
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: NETWORK_ERROR });
    expect(got).toEqual(['one']);
  });

  it('throws the abort itself when it was wanted', async () => {
    server.use(streaming(new ReadableStream()));
    const leaving = new AbortController();
    const reading = read(stream(url, { method: 'POST', signal: leaving.signal }));
    leaving.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
