// A preview of the example proposal. It is user-written HTML: its frame runs no script, opens
// nothing and has an opaque origin.
import type { AdminSetting } from '@/api/gen/model';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import styles from './settings.module.css';

interface TemplatePreviewProps {
  template: AdminSetting;
  /** The unsaved text. */
  draft: string | undefined;
  onClose: () => void;
}

export function TemplatePreview({ template, draft, onClose }: TemplatePreviewProps) {
  return (
    <Dialog title="Template Preview" width={1040} onClose={onClose}>
      <div className={styles.preview}>
        {draft !== undefined && <Callout>With your changes, which are not saved.</Callout>}
        <iframe
          title={template.settingName}
          sandbox=""
          srcDoc={draft ?? template.settingValue}
          className={styles.frame}
        />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
