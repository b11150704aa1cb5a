import type { ReactNode } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { Modal } from './Modal.tsx';
import { Refusal } from './Refusal.tsx';

export interface ConfirmDialogProps {
  /** The question. */
  title: ReactNode;
  /** What follows from a yes. */
  children?: ReactNode;
  look?: ButtonLook;
  busy: boolean;
  /** Why it could not be done, to be read beside the toast. */
  failure?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question, Cancel and Confirm. It stays open while it is done. */
export function ConfirmDialog({
  title,
  children,
  look = 'primary',
  busy,
  failure = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Modal
      open
      size="sm"
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look={look} onClick={onConfirm} busy={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <div className="confirm">
        <Refusal text={failure} />
        {children}
      </div>
    </Modal>
  );
}
