// The actions for all settings: reloading, and the preview of the template.
import { Eye, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useListAdminSettings } from '@/api/gen/admin/admin';
import { Button } from '@/shared/ui/button';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from '../refusal';
import styles from './settings.module.css';

export function Toolbar({ onPreview }: { onPreview: (() => void) | undefined }) {
  const { refetch } = useListAdminSettings();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    const { isSuccess, error } = await refetch();
    setBusy(false);
    if (isSuccess) {
      showToast({
        title: 'Settings Refreshed',
        description: 'Template preview updated with latest changes',
      });
    } else {
      toastAdminFailure(error, { title: 'Settings not refreshed' });
    }
  };
  return (
    <div className={styles.toolbar}>
      <p>Changes auto-refresh the preview, so it always shows the latest template.</p>
      <div className={styles.toolbarButtons}>
        <Button icon={<RefreshCw aria-hidden size={17} />} busy={busy} onClick={() => void refresh()}>
          Refresh Preview
        </Button>
        {onPreview !== undefined && (
          <Button icon={<Eye aria-hidden size={17} />} onClick={onPreview}>
            Preview Template
          </Button>
        )}
      </div>
    </div>
  );
}
