import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { Button, type ButtonLook } from '@/islands/ui/Button.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import type { Contract } from '@/lib/core/contract.ts';
import { WORDS } from '@/lib/core/words.ts';
import { PasswordField } from './PasswordField.tsx';
import { useSave } from './useSave.ts';

export interface ConfirmModalProps {
  title: string;
  /** What will be. */
  children: ReactNode;
  /** On the button. */
  verb: string;
  look?: ButtonLook;
  /** What shows the change once it is made. */
  reads: Contract;
  /** Refusing and withdrawing move no money: they ask for none. */
  withPassword?: boolean;
  hint?: string;
  onSend: (password: string) => Promise<{ message: string }>;
  onClose: () => void;
}

/** One question, the password, one answer. */
export function ConfirmModal({
  title,
  children,
  verb,
  look = 'primary',
  reads,
  withPassword = true,
  hint = "Asked for again, because this decides where buyers' money goes.",
  onSend,
  onClose,
}: ConfirmModalProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { busy, refusal, send } = useSave(reads);
  const formId = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (withPassword && password === '') {
      setProblem(WORDS.currentPasswordMissing);
      toast.error(WORDS.currentPasswordMissing);
      return;
    }
    if (await send(() => onSend(password), setProblem)) onClose();
  }

  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look={look} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className="approval-form" method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        {children}
        {withPassword && (
          <PasswordField
            hint={hint}
            value={password}
            error={problem}
            onValue={(value) => {
              setPassword(value);
              setProblem(undefined);
            }}
          />
        )}
      </form>
    </Modal>
  );
}
