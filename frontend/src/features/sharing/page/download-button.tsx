/** Downloads the sealed PDF; busy while loading, with a message on failure. */
import { useState } from 'react';
import { getDownloadSharedDocumentUrl } from '@/api/gen/sharing/sharing';
import { userMessage } from '@/api/problem';
import { download } from '@/shared/lib/download';

export function DownloadButton({ token }: { token: string }) {
  const [state, setState] = useState<'ready' | 'busy' | { failed: string }>('ready');
  const busy = state === 'busy';
  const save = async () => {
    if (busy) return;
    setState('busy');
    try {
      await download(getDownloadSharedDocumentUrl(token), { fallbackName: 'signed-proposal.pdf' });
      setState('ready');
    } catch (error) {
      setState({ failed: userMessage(error, 'The PDF could not be downloaded.') });
    }
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={() => void save()}>
        {busy ? 'Downloading…' : 'Download signed PDF'}
      </button>
      {typeof state === 'object' && (
        <p className="notice notice-red" role="alert">
          <strong>{state.failed}</strong> The signature is safe. Please try again in a moment.
        </p>
      )}
    </>
  );
}
