// A dialog for the screens that go without antd: the browser's own, which keeps the focus inside, closes on Escape and
// gives the focus back. Mounted while it is open; the focus begins at the first thing to do in it.
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
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
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would choose the cross. React's `autoFocus` came too early: before it opened, nothing in it could have it.
    content.current?.querySelector<HTMLElement>('input, button, a[href]')?.focus();
    // Closed before it goes: an element that is taken out while it is modal leaves the focus nowhere.
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
