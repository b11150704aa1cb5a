import type { ReactNode } from 'react';
import type { Call } from '@/lib/core/contract.ts';
import { t } from '@/lib/core/texts.ts';
import type { ButtonLook } from './Button.tsx';
import { FormModal } from './FormModal.tsx';
import { type SubmitOptions, useSubmit } from './useSubmit.ts';

export interface ConfirmModalProps<D> {
  /** The question. */
  title: ReactNode;
  /** What follows from a yes. */
  children?: ReactNode;
  verb?: string;
  look?: ButtonLook;
  size?: 'sm' | 'md';
  send: SubmitOptions<D>['send'];
  /** Read again after an answer; and what comes after success. */
  refreshes?: readonly Call[];
  onDone?: SubmitOptions<D>['onDone'];
  onClose: () => void;
}

/** A question, Cancel and the button that sends. It closes once the server has agreed. */
export function ConfirmModal<D>({ title, children, onClose, ...rest }: ConfirmModalProps<D>) {
  const { verb = t('Confirm'), look = 'primary', size = 'sm', refreshes = [], send, onDone } = rest;
  const submission = useSubmit({
    send,
    refreshes,
    onDone: async (data) => {
      onClose();
      await onDone?.(data);
    },
  });
  return (
    <FormModal
      submission={submission}
      title={title}
      verb={verb}
      look={look}
      size={size}
      className="grid gap-4"
      onClose={onClose}
    >
      {children}
    </FormModal>
  );
}
