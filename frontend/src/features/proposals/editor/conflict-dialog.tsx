// Two people edited the same document. Both versions of the section are shown; neither is lost without being asked for.
import { Copy } from 'lucide-react';
import { DocumentHtml } from '@/shared/document/document-html';
import { documentSections } from '@/shared/document/sections';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from '../dialogs.module.css';
import { copyText } from '@/shared/lib/copy-text';
import type { EditConflict, ProposalActions } from './use-proposal-actions';

interface Props {
  conflict: EditConflict;
  actions: ProposalActions;
  /** One of the two versions stands now. */
  onSettled: () => void;
}

export function ConflictDialog({ conflict, actions, onSettled }: Props) {
  const theirs = documentSections(conflict.theirs).find(({ id }) => id === conflict.sectionId);

  const copyMine = async () => {
    const text = new DOMParser().parseFromString(conflict.mine, 'text/html').body.textContent;
    if (await copyText(text))
      showToast({ title: 'Copied', description: 'Your version is on the clipboard.' });
  };

  return (
    <Dialog title="Somebody else saved this proposal" width={880}>
      <div className={styles.body}>
        <p>
          Your version is not saved yet. Choose which version of this section stays; the rest is as they saved
          it.
        </p>
        <div className={styles.versions}>
          <section className={styles.version}>
            <h3>Your version</h3>
            <DocumentHtml html={conflict.mine} />
          </section>
          <section className={styles.version}>
            <h3>Saved version</h3>
            {theirs ? <DocumentHtml html={theirs.html} /> : <p>They removed this section.</p>}
          </section>
        </div>
        <DialogActions>
          <Button variant="ghost" icon={<Copy size={18} aria-hidden />} onClick={() => void copyMine()}>
            Copy My Version
          </Button>
          <Button onClick={() => void actions.keepTheirs().then(onSettled)}>Keep Saved Version</Button>
          <Button
            variant="primary"
            busy={actions.saving}
            onClick={() => void actions.keepMine(conflict).then((saved) => saved && onSettled())}
          >
            Keep My Version
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
