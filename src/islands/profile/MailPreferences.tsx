import { useState } from 'react';
import { updateMailPreferences, updateMailPreferencesAsAdmin } from '@/lib/accounts/mail-preferences/calls.ts';
import { call, showFailure } from '../api.ts';
import { toast } from '../toasts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';

export interface MailPreferencesProps {
  area: 'user' | 'admin';
  /** Of the box, and what comes in any case. */
  label: string;
  note: string;
  initial: boolean;
}

/** Mails that a person may decline, on or off. Saved with the tap. */
export function MailPreferences({ area, label, note, initial }: MailPreferencesProps) {
  const [isOn, setIsOn] = useState(initial);
  const [busy, setBusy] = useState(false);

  async function change(next: boolean): Promise<void> {
    // Disabling the box meanwhile would drop its focus.
    if (busy) return;
    setIsOn(next);
    setBusy(true);
    try {
      const { message } = await (area === 'admin'
        ? call(updateMailPreferencesAsAdmin, { reminders: next })
        : call(updateMailPreferences, { announcements: next }));
      toast.success(message);
    } catch (cause) {
      setIsOn(!next);
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="card grid gap-2">
      <Checkbox label={label} checked={isOn} onChecked={(next) => void change(next)} />
      <p className="text-sm text-muted">{note}</p>
    </div>
  );
}
