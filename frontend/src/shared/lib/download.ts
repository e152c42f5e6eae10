// Fetches a file and saves it. Not a plain link: a link shows neither progress nor errors, and an ended
// session would save a problem document as the file.
import { respond } from '@/api/http';
import { networkProblem } from '@/api/problem';

interface DownloadOptions {
  /** The file name if the server does not send one. */
  fallbackName: string;
  /** The bytes received so far, and the total if the server sends it. */
  onProgress?: (received: number, total: number | undefined) => void;
  signal?: AbortSignal;
}

export async function download(url: string, options: DownloadOptions): Promise<void> {
  const response = await respond(url, options.signal === undefined ? {} : { signal: options.signal });
  const blob = await bodyOf(response, options);
  saveFile(blob, fileName(response.headers.get('Content-Disposition')) ?? options.fallbackName);
}

/** Saves a file that is created here. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser keeps its own reference to the file after the click was handled.
  window.setTimeout(() => {
    URL.revokeObjectURL(address);
  });
}

async function bodyOf(response: Response, { onProgress, signal }: DownloadOptions): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.body === null) return new Blob([], { type });
  const length = Number(response.headers.get('Content-Length'));
  // A compressed answer states its compressed length.
  const total = length > 0 && !response.headers.has('Content-Encoding') ? length : undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await read(reader, signal);
    if (done) return new Blob(parts, { type });
    parts.push(value);
    received += value.length;
    onProgress?.(received, total);
  }
}

/** A connection lost during the download is the same failure as a refused one. */
async function read(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal | undefined,
) {
  try {
    return await reader.read();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw networkProblem();
  }
}

/** The file name in a Content-Disposition header; the extended form first, which supports more characters. */
export function fileName(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    if (extended !== undefined) return decodeURIComponent(extended);
  } catch {
    // Invalid encoding: the plain name is used.
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
}
