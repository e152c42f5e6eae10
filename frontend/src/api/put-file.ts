// Uploads a file. With XMLHttpRequest: fetch does not report upload progress.
import { isProblem, NETWORK_ERROR, networkProblem, Problem, UPLOAD_REFUSED } from './problem';

interface PutOptions {
  signal: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** The pause before each retry, in milliseconds (spec, section 9). */
const PAUSES_MS = [0, 1000, 3000, 5000];

/**
 * Uploads the file with its own type, with retries after temporary failures. Throws a Problem if it
 * is refused, and the signal's reason if it is aborted.
 */
export async function putFile(url: string, file: File, options: PutOptions): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      await putOnce(url, file, options);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await waited(pause, options.signal);
  }
  await putOnce(url, file, options);
}

const isTransient = (error: unknown): boolean =>
  isProblem(error) && (error.code === NETWORK_ERROR || error.status === 429 || error.status >= 500);

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

const cancelled = () => new DOMException('The upload was cancelled.', 'AbortError');

/** The storage answers in XML, which is replaced by a message for users. */
function refusal(status: number): Problem {
  const words: Partial<Record<number, string>> = {
    401: 'Authorization required',
    403: 'Request has expired',
  };
  return new Problem(
    status,
    UPLOAD_REFUSED,
    words[status] ?? 'The storage did not take the file. Please try again.',
  );
}

function putOnce(url: string, file: File, { signal, onProgress }: PutOptions): Promise<void> {
  const request = new XMLHttpRequest();
  const abort = () => {
    request.abort();
  };
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusal(request.status));
    };
    request.onerror = () => {
      reject(networkProblem());
    };
    request.onabort = () => {
      reject(cancelled());
    };
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.send(file);
  }).finally(() => {
    signal.removeEventListener('abort', abort);
  });
}
