// A share link to copy by hand or by button.
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from '../dialogs.module.css';
import { copyText } from '@/shared/lib/copy-text';

interface Props {
  title: string;
  lead: string;
  link: string;
  onClose: () => void;
}

export function LinkDialog({ title, lead, link, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);

  const copy = async () => {
    input.current?.select();
    if (await copyText(link)) showToast({ title: 'Success', description: 'Link copied to clipboard!' });
    else input.current?.focus();
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>
        <p>{lead}</p>
        <div className={styles.link}>
          <input
            ref={input}
            readOnly
            autoFocus
            aria-label="Shareable link"
            value={link}
            onFocus={(event) => {
              event.target.select();
            }}
          />
          <Button variant="primary" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
            Copy Link
          </Button>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
