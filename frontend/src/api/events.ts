// Answers as server-sent events; the browser's EventSource cannot send a body. Separate from
// http.ts, which the light shared page also loads.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { respond } from './http';
import { networkProblem } from './problem';

/**
 * The data of each event of the answer, as they arrive. A refusal throws before the first; a broken
 * connection throws the same Problem as a failed one.
 */
export async function* stream(url: string, init?: RequestInit): AsyncGenerator<string, void, void> {
  const response = await respond(url, init);
  if (response.body === null) return;
  try {
    yield* eventData(response.body);
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    throw networkProblem();
  }
}

/** The data of each event. An event cut off by the end of the stream is dropped. */
export async function* eventData(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, void, void> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value.data;
    }
  } finally {
    // A listener that stops closes the connection; a stream that broke has none to close.
    await reader.cancel().catch(() => undefined);
  }
}
