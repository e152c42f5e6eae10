// A download button: busy while the file is loading, with a message on failure.
import { useMutation } from '@tanstack/react-query';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { download } from './download';

export function useDownload(failure: string): {
  run: (url: string, fallbackName: string) => void;
  busy: boolean;
} {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ url, fallbackName }: { url: string; fallbackName: string }) =>
      download(url, { fallbackName }),
    onError: (error) => {
      toastFailure(error, { title: failure });
    },
  });
  return {
    run: (url, fallbackName) => {
      mutate({ url, fallbackName });
    },
    busy: isPending,
  };
}
