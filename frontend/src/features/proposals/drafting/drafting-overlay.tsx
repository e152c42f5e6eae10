// The full-screen cover while a proposal is created. A native modal dialog: the page behind it is inert.
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './drafting-overlay.module.css';

export function DraftingOverlay({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label="Creating your proposal"
      onCancel={(event) => {
        // The server is working: Escape must not seem to stop it.
        event.preventDefault();
      }}
    >
      <div className={styles.inner}>{children}</div>
    </dialog>
  );
}
