// From a chosen file to an import that waits for its mapping: an upload address, the upload, and a
// first parse.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { startClientImport } from '@/api/gen/clients/clients';
import type { ClientImport } from '@/api/gen/model';
import { createUpload } from '@/api/gen/objects/objects';
import { isProblem } from '@/api/problem';
import { putFile } from '@/api/put-file';

/** Some systems report the type of a CSV file as a spreadsheet or not at all. */
const asCsv = (file: File): File => new File([file], file.name, { type: 'text/csv' });

export function useImportFile(onStarted: (started: ClientImport) => void) {
  const [share, setShare] = useState(0);
  // An uploaded file is not uploaded again if only the parse failed.
  const arrived = useRef<{ file: File; uploadURL: string }>(undefined);
  const leaving = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      leaving.current?.abort();
    },
    [],
  );

  const bring = useMutation({
    mutationFn: async (file: File) => {
      const { signal } = (leaving.current = new AbortController());
      if (arrived.current?.file !== file) {
        setShare(0);
        const csv = asCsv(file);
        const { uploadURL } = await createUpload({ contentType: csv.type, size: csv.size }, { signal });
        await putFile(uploadURL, csv, { signal, onProgress: setShare });
        setShare(1);
        arrived.current = { file, uploadURL };
      }
      const { uploadURL } = arrived.current;
      return startClientImport({ uploadURL, fileName: file.name }, { signal });
    },
    onError: (error) => {
      // The upload was deleted meanwhile, or found invalid: the next try starts from the beginning.
      if (isProblem(error) && error.status >= 400 && error.status < 500) arrived.current = undefined;
    },
    onSuccess: onStarted,
  });

  return {
    bring: bring.mutate,
    /** The current file, or the one that failed. */
    file: bring.variables,
    /** The uploaded share, from 0 to 1; at 1 the server parses the file. */
    share,
    busy: bring.isPending,
    error: bring.error,
    cancel: () => {
      leaving.current?.abort();
      bring.reset();
    },
  };
}
