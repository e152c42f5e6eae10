// Answers that come as server-sent events, for which the browser's own EventSource cannot send a body. Apart from http.ts,
// which the light shared page carries as well.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { respond } from './http';
import { networkProblem } from './problem';

/**
 * The data of each event of the answer, as they come. A refusal throws before the first; a connection that breaks throws
 * the same Problem as one that never came about.
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

/** The data of each event. One that the end of the stream cuts off is not an event. */
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
