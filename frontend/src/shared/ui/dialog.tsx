// A dialog: antd's modal with our habits. Mounted while it is open; when it goes, the focus returns to where it came
// from, which antd does not do for a modal that is unmounted.
import { Modal } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  title: ReactNode;
  /** Absent: the dialog goes only by one of its own buttons. */
  onClose?: () => void;
  width?: number;
  /** Holds something typed: a click beside it must not throw that away. */
  holdsInput?: boolean;
  /** Ends with `DialogActions`. */
  children: ReactNode;
}

export function Dialog({ title, onClose, width = 520, holdsInput = false, children }: DialogProps) {
  useReturnFocus();
  return (
    <Modal
      open
      title={
        <span className={onClose === undefined ? styles.title : `${styles.title} ${styles.beside}`}>
          {title}
        </span>
      }
      width={width}
      footer={null}
      closable={onClose !== undefined}
      mask={{ closable: !holdsInput }}
      onCancel={onClose}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}

function useReturnFocus(): void {
  // Read while rendering: by the time effects run, the focus is inside the dialog.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        // A button that went while it worked, as Send does once a proposal is sent, leaves the focus to the screen.
        const target =
          opener?.isConnected === true && opener !== document.body
            ? opener
            : document.getElementById('content');
        if (target instanceof HTMLElement) target.focus();
      });
    },
    [opener],
  );
}
