// Fetches a file and hands it to the browser to keep. Not a plain link: a link shows neither progress nor why it failed,
// and a session that ended would put a problem document where the file should be.
import { respond } from '@/api/http';
import { networkProblem } from '@/api/problem';

interface DownloadOptions {
  /** What the file is called where the server does not say. */
  fallbackName: string;
  /** Bytes so far, and of how many where the server says. */
  onProgress?: (received: number, total: number | undefined) => void;
  signal?: AbortSignal;
}

export async function download(url: string, options: DownloadOptions): Promise<void> {
  const response = await respond(url, options.signal === undefined ? {} : { signal: options.signal });
  const blob = await bodyOf(response, options);
  saveFile(blob, fileName(response.headers.get('Content-Disposition')) ?? options.fallbackName);
}

/** Hands a file that is made here to the browser to keep. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own hold of the file once the click has been handled.
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

/** A connection that breaks half-way is the same failure as one that never came about. */
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

/** What a Content-Disposition header calls the file; the extended form first, which knows more letters. */
export function fileName(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    if (extended !== undefined) return decodeURIComponent(extended);
  } catch {
    // Not what it claims to be: the plain name will do.
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
}
