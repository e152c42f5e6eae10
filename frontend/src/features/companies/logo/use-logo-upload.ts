// The upload of a logo: an upload address, the upload, and the server's check of the content.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { setLogo } from '@/api/gen/companies/companies';
import { createUpload } from '@/api/gen/objects/objects';
import { putFile } from '@/api/put-file';

interface Sending {
  file: File;
  /** From 0 to 1; at 1 the server checks it, which cannot be cancelled. */
  share: number;
}

export function useLogoUpload() {
  const [sending, setSending] = useState<Sending | null>(null);
  const controller = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) => {
      const { uploadURL } = await createUpload({ contentType: file.type, size: file.size }, { signal });
      await putFile(uploadURL, file, {
        signal,
        onProgress: (share) => {
          setSending({ file, share });
        },
      });
      setSending({ file, share: 1 });
      return await setLogo({ logoURL: uploadURL });
    },
  });

  const cancel = () => {
    controller.current?.abort();
  };
  useEffect(() => cancel, []);

  return {
    /** The file that is being uploaded, if any. */
    sending,
    cancel,
    /** The logo's address; undefined if it was cancelled. */
    send: async (file: File): Promise<string | undefined> => {
      const { signal } = (controller.current = new AbortController());
      setSending({ file, share: 0 });
      try {
        return (await upload.mutateAsync({ file, signal })).objectPath;
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      } finally {
        setSending(null);
      }
    },
  };
}
