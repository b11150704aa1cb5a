import { useState } from 'react';
import { updateMailPreferences } from '@/lib/accounts/mail-preferences/calls.ts';
import { t } from '@/lib/core/texts.ts';
import { call, showFailure } from '../api.ts';
import { toast } from '../toasts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';

/** Announcements and reminders by mail, on or off. Saved with the tap. */
export function MailPreferences({ announcements }: { announcements: boolean }) {
  const [isOn, setIsOn] = useState(announcements);
  const [busy, setBusy] = useState(false);

  async function change(next: boolean): Promise<void> {
    // Disabling the box meanwhile would drop its focus.
    if (busy) return;
    setIsOn(next);
    setBusy(true);
    try {
      const { message } = await call(updateMailPreferences, { announcements: next });
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
      <Checkbox
        label={t('Announcements and reminders by mail')}
        checked={isOn}
        onChecked={(next) => void change(next)}
      />
      <p className="text-sm text-muted">
        {t(
          'Mails about your account, your orders and questions about them always come. Announcements are under the bell too.',
        )}
      </p>
    </div>
  );
}
