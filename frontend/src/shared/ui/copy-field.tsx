// A value to copy, with a copy button. If the browser refuses, it can be selected by hand.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '@/shared/lib/copy-text';
import { showToast } from './toast/toast-store';
import { Button } from './button';
import styles from './copy-field.module.css';

const SAYS_COPIED_MS = 2000;

interface CopyFieldProps {
  /** The label, e.g. "Redirect URI". */
  label: string;
  /** The owner of the value if there are several on a page; for screen readers. */
  of?: string;
  value: string;
  /** Several lines, such as a command. */
  multiline?: boolean;
}

export function CopyField({ label, of, value, multiline = false }: CopyFieldProps) {
  const name = of === undefined ? label : `${label} for ${of}`;
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => {
      setCopied(false);
    }, SAYS_COPIED_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [copied]);

  const copy = async () => {
    const done = await copyText(value);
    setCopied(done);
    if (!done) {
      showToast({
        title: 'Could not copy',
        description: 'Your browser did not allow it. Select the text and copy it yourself.',
        variant: 'destructive',
      });
    }
  };

  return (
    <div className={styles.field} role="group" aria-label={name}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <div className={styles.row}>
        <code
          className={styles.value}
          data-multiline={multiline || undefined}
          tabIndex={multiline ? 0 : undefined}
        >
          {value}
        </code>
        <Button
          size="sm"
          icon={copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          aria-label={`${copied ? 'Copied' : 'Copy'} ${name}`}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  );
}
