// A dialog: antd's modal with our defaults. Mounted while it is open; when it closes, the focus returns to
// its origin.
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useReturnFocus } from './use-return-focus';

interface DialogProps {
  title: ReactNode;
  /** Absent: the dialog closes only through its own buttons. */
  onClose?: () => void;
  width?: number;
  /** Contains typed text: a click outside must not discard it. */
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
