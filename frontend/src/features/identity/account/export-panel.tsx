// The export: one archive of the account and of the workspaces it owns.
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { getExportAccountUrl } from '@/api/gen/identity/identity';
import { isSignedOut, userMessage } from '@/api/problem';
import { download } from '@/shared/lib/download';
import { formatBytes } from '@/shared/lib/format-bytes';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from './account.module.css';

interface Progress {
  received: number;
  total: number | undefined;
}

export function ExportPanel() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const collect = useMutation({
    mutationFn: async () => {
      setProgress(null);
      abort.current = new AbortController();
      await download(getExportAccountUrl(), {
        fallbackName: 'proffer-export.zip',
        signal: abort.current.signal,
        onProgress: (received, total) => {
          setProgress({ received, total });
        },
      });
    },
    onSuccess: () => {
      showToast({ title: 'Your archive is ready', description: 'Your browser has saved it.' });
    },
  });
  const failed = collect.error !== null && !isSignedOut(collect.error) && collect.error.name !== 'AbortError';

  return (
    <SettingsPanel
      title="Export your data"
      lead="A ZIP archive with all your personal data and the workspaces you own: company, clients, proposals with every version and signature, files and the audit log."
    >
      {failed && (
        <Callout tone="danger" title="The archive could not be created" announced>
          <p>{userMessage(collect.error, 'Please try again.')}</p>
        </Callout>
      )}
      <div className={styles.buttons}>
        <Button
          icon={<Download aria-hidden size={18} />}
          busy={collect.isPending}
          onClick={() => {
            collect.mutate();
          }}
        >
          {collect.isPending ? 'Collecting…' : 'Download Archive'}
        </Button>
        {collect.isPending && (
          <Button variant="ghost" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
      {collect.isPending && <ProgressLine progress={progress} />}
    </SettingsPanel>
  );
}

function ProgressLine({ progress }: { progress: Progress | null }) {
  const total = progress?.total;
  return (
    <div className={styles.progress}>
      <progress
        aria-label="Download of your archive"
        {...(progress !== null && total !== undefined && { value: progress.received, max: total })}
      />
      <p className={styles.hint}>
        {progress === null && 'We are preparing your archive. This can take a minute.'}
        {progress !== null &&
          (total === undefined
            ? `${formatBytes(progress.received)} so far`
            : `${formatBytes(progress.received)} of ${formatBytes(total)}`)}
      </p>
    </div>
  );
}
