// From chosen files to text in the recap: an upload for each, one request that reads them, and the
// texts in the order in which the files were chosen. A file that is refused or does not arrive
// affects no other.
import { useEffect, useRef, useState } from 'react';
import { createUpload } from '@/api/gen/objects/objects';
import { readRecapFiles } from '@/api/gen/proposals/proposals';
import { userMessage } from '@/api/problem';
import { putFile } from '@/api/put-file';
import { added, fileFault, FILES_MAX, typed, withText, type ChosenFile, type Progress } from './recap-files';

const FAILED = 'Something went wrong on our side.';

export type RecapFiles = ReturnType<typeof useRecapFiles>;

export function useRecapFiles(recap: string, onRecap: (recap: string) => void) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const count = useRef(0);
  const leaving = useRef<AbortController>(undefined);
  // Texts arrive later, and are added to what has been typed by then.
  const newest = useRef(recap);
  useEffect(() => {
    newest.current = recap;
  }, [recap]);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, []);

  const show = (id: number, progress: Progress) => {
    setFiles((before) => before.map((file) => (file.id === id ? { ...file, progress } : file)));
  };
  const write = (text: string) => {
    newest.current = text;
    onRecap(text);
  };

  const upload = async ({ id, file }: ChosenFile, signal: AbortSignal): Promise<string | undefined> => {
    const sent = typed(file);
    try {
      const { uploadURL } = await createUpload({ contentType: sent.type, size: sent.size }, { signal });
      const onProgress = (share: number) => {
        show(id, { state: 'reading', share });
      };
      await putFile(uploadURL, sent, { signal, onProgress });
      return uploadURL;
    } catch (error) {
      show(id, { state: 'failed', why: userMessage(error, FAILED) });
      return undefined;
    }
  };

  const bring = async (batch: readonly ChosenFile[]) => {
    const signal = leaving.current?.signal ?? new AbortController().signal;
    const urls = await Promise.all(batch.map((file) => upload(file, signal)));
    const arrived = batch.flatMap((chosen, index) => {
      const uploadURL = urls[index];
      return uploadURL === undefined ? [] : [{ chosen, uploadURL }];
    });
    if (arrived.length === 0 || signal.aborted) return;
    try {
      const sent = arrived.map(({ chosen, uploadURL }) => ({ uploadURL, fileName: chosen.file.name }));
      const answer = await readRecapFiles({ files: sent }, { signal });
      for (const [index, found] of answer.files.entries()) {
        const id = arrived[index]?.chosen.id;
        if (id === undefined) continue;
        const { text, refusal } = found;
        if (text === undefined) {
          show(id, { state: 'refused', why: refusal?.message ?? FAILED });
        } else {
          const next = added(newest.current, { ...found, text });
          write(next.recap);
          show(id, next.progress);
        }
      }
    } catch (error) {
      for (const { chosen } of arrived) show(chosen.id, { state: 'failed', why: userMessage(error, FAILED) });
    }
  };

  const start = (file: File): ChosenFile => {
    const fault = fileFault(file);
    const progress: Progress =
      fault === undefined ? { state: 'reading', share: 0 } : { state: 'refused', why: fault };
    count.current += 1;
    return { id: count.current, file, progress };
  };

  return {
    files,
    busy: files.some(({ progress }) => progress.state === 'reading'),
    add: async (chosen: readonly File[]) => {
      const started = chosen.map(start);
      setFiles((before) => [...before, ...started]);
      const good = started.filter(({ progress }) => progress.state === 'reading');
      for (let first = 0; first < good.length; first += FILES_MAX)
        await bring(good.slice(first, first + FILES_MAX));
    },
    /** Uploads a file again that did not arrive. */
    retry: (chosen: ChosenFile) => {
      show(chosen.id, { state: 'reading', share: 0 });
      return bring([chosen]);
    },
    /** Adds what did not fit, as far as it fits now. */
    addRest: ({ id, progress }: ChosenFile) => {
      if (progress.state !== 'added') return;
      const next = withText(newest.current, progress.name, progress.rest);
      write(next.recap);
      show(id, { ...progress, rest: next.rest });
    },
    /** Takes a file from the list; what it added to the recap stays. */
    dismiss: ({ id }: ChosenFile) => {
      setFiles((before) => before.filter((file) => file.id !== id));
    },
    clear: () => {
      setFiles([]);
    },
  };
}
