import { useRef, useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { useHydrated } from '@/islands/ui/useForm.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { PasswordFormProps } from '../profile/PasswordForm.tsx';

/** The form of a new password, which loads when an admin asks for it. */
export function ChangePassword(props: PasswordFormProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useLazyComponent('The form', async () => (await import('../profile/PasswordForm.tsx')).PasswordForm);
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);

  async function open(): Promise<void> {
    if (!(await form.load())) return;
    setOpen(true);
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('input[type=password]')?.focus());
  }

  return (
    <div ref={box}>
      {isOpen && form.Component ? (
        <form.Component {...props} />
      ) : (
        <div className="card">
          <Button look="secondary" disabled={!hydrated} busy={form.loading} onClick={() => void open()}>
            Change password
          </Button>
        </div>
      )}
    </div>
  );
}
