// A dialog: antd's modal with our habits. Mounted while it is open; when it goes, the focus returns to where it came
// from.
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useReturnFocus } from './use-return-focus';

interface DialogProps {
  title: ReactNode;
  /** Absent: the dialog closes only through its own buttons. */
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
