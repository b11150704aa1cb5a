import { type ReactNode, useId } from 'react';
import { t } from '@/lib/core/texts.ts';
import { Button, type ButtonLook } from './Button.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import { Refusal } from './Refusal.tsx';
import type { Submission } from './useSubmit.ts';

export interface FormModalProps {
  submission: Submission;
  title: ReactNode;
  /** On the button that sends. */
  verb: ReactNode;
  busyText?: ReactNode;
  look?: ButtonLook;
  size?: ModalProps['size'];
  /** Of the form. */
  className: string;
  open?: boolean;
  /** Not called while it is being sent. */
  onClose: () => void;
  /** The cancel button, where it does more than close. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A form in a dialog: Cancel, the button that sends, and the refusal above the fields. It stays open until it is done. */
export function FormModal({ submission, title, verb, onClose, children, ...rest }: FormModalProps) {
  const { busyText, look = 'primary', size = 'md', className, open = true, onCancel = onClose } = rest;
  const { form, busy, refusal, submit } = submission;
  const id = useId();
  return (
    <Modal
      open={open}
      size={size}
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onCancel} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} look={look} busy={busy} busyText={busyText}>
            {verb}
          </Button>
        </>
      }
    >
      <form ref={form?.ref} id={id} className={className} method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        {children}
      </form>
    </Modal>
  );
}
