import type { ReactNode } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { Modal } from './Modal.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** What will happen, in a sentence. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  confirmText?: string;
  cancelText?: string;
  look?: ButtonLook;
}

/** Asks before what can't be taken back. */
export function ConfirmDialog({
  open,
  title,
  children,
  onConfirm,
  onClose,
  busy = false,
  confirmText = 'Confirm',
  cancelText = 'Cancel',
  look = 'primary',
}: ConfirmDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            {cancelText}
          </Button>
          <Button look={look} onClick={onConfirm} busy={busy}>
            {confirmText}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
