// A read-only share link, with a copy button; if the browser refuses, the link is selected for copying by
// hand.
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { copyText } from '@/shared/lib/copy-text';
import { Button } from '@/shared/ui/button';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from './send.module.css';

export function LinkField({ link }: { link: string }) {
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    input.current?.select();
    if (await copyText(link)) {
      showToast({ title: 'Success', description: 'Link copied to clipboard!' });
      return;
    }
    input.current?.focus();
    showToast({
      title: 'Could not copy',
      description: 'Your browser did not allow it. The link is selected: copy it yourself.',
      variant: 'destructive',
    });
  };
  return (
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
  );
}
