// Answers that come as server-sent events. The browser's own EventSource cannot send a body, so what it does with lines is
// done here, by the rules of the HTML standard. Apart from http.ts, which the light shared page carries as well.
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

/** Cuts text that comes in pieces into lines; a line ends with \r\n, \n or \r, and a piece may end between the two. */
function lineReader() {
  let rest = '';
  let afterReturn = false;
  return (piece: string): string[] => {
    let text = piece;
    // A \n that follows a \r of the piece before belongs to the line that is already out.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '' || !afterReturn) afterReturn = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    return lines;
  };
}

/** The data of each event. One that the end of the stream cuts off is not an event. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  // One decoder for all pieces: a letter of several bytes may be cut by the end of one. It drops a byte order mark.
  const decoder = new TextDecoder();
  const linesOf = lineReader();
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of linesOf(decoder.decode(value, { stream: true }))) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
          continue;
        }
        const colon = line.indexOf(':');
        const field = colon === -1 ? line : line.slice(0, colon);
        // Comments (an empty field) keep the connection awake; the other fields say nothing that the data does not.
        if (field === 'data') data.push(colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, ''));
      }
    }
  } finally {
    // Whoever stops listening hangs up; a stream that broke has nothing to hang up.
    await reader.cancel().catch(() => undefined);
  }
}
