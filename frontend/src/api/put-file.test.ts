import { http as msw, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '@/test/server';
import { putFile } from './put-file';

const PLACE = new URL('/store/one', window.location.origin).href;

/** A storage that gives these answers in turn, and counts the requests. */
function answering(...answers: (() => Response)[]) {
  let asked = 0;
  server.use(
    msw.put(PLACE, () => {
      asked += 1;
      return (answers[asked - 1] ?? (() => new HttpResponse(null, { status: 200 })))();
    }),
  );
  return () => asked;
}

const put = (signal = new AbortController().signal) =>
  putFile(PLACE, new File(['a,b'], 'a.csv', { type: 'text/csv' }), { signal, onProgress: () => undefined });

describe('putFile', () => {
  it('tries again where the line or the storage failed for the moment', async () => {
    const broken = answering(() => HttpResponse.error());
    await put();
    expect(broken()).toBe(2);
    const ill = answering(() => new HttpResponse('<Error/>', { status: 503 }));
    await put();
    expect(ill()).toBe(2);
  });

  it.each([
    [401, 'Authorization required'],
    [403, 'Request has expired'],
    [411, 'The storage did not take the file. Please try again.'],
  ])('says what %i of the storage means, and does not try again', async (status, userMessage) => {
    const asked = answering(() => new HttpResponse('<Error><Code>X</Code></Error>', { status }));
    await expect(put()).rejects.toMatchObject({ name: 'Problem', status, userMessage });
    expect(asked()).toBe(1);
  });

  it('is ended by its signal, between two tries too', async () => {
    const controller = new AbortController();
    const asked = answering(
      () => HttpResponse.error(),
      () => {
        setTimeout(() => {
          controller.abort();
        }, 50);
        return HttpResponse.error();
      },
    );
    await expect(put(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked()).toBe(2);
  });
});
