// Sends a file to the address of an upload. By XMLHttpRequest: fetch does not tell how much of it has been sent.
import { networkProblem, problemFrom } from './problem';

interface PutOptions {
  signal: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Puts the file with its own type; throws a Problem where it is not taken, and the signal's reason where that ends it. */
export function putFile(url: string, file: File, { signal, onProgress }: PutOptions): Promise<void> {
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
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else problemFrom(new Response(responseText, { status })).then(reject, reject);
    };
    request.onerror = () => {
      reject(networkProblem());
    };
    request.onabort = () => {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    };
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.send(file);
  }).finally(() => {
    signal.removeEventListener('abort', abort);
  });
}
