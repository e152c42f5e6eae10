// A dialog for the screens without antd: the browser's own, which keeps the focus inside, closes on Escape
// and restores the focus. Mounted while it is open; the focus starts at the first control.
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './button';
import styles from './plain-dialog.module.css';

interface PlainDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function PlainDialog({ title, onClose, children }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would choose the close button. React's `autoFocus` runs too early: before the dialog opens,
    // nothing in it can take the focus.
    content.current?.querySelector<HTMLElement>('input, button, a[href]')?.focus();
    // Closed before it is unmounted: removing an open modal element loses the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </header>
      <div ref={content}>{children}</div>
    </dialog>
  );
}
