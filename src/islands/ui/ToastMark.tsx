import { t } from '@/lib/core/texts.ts';
import type { ToastItem } from '../toasts.ts';
import { Icon } from './Icon.tsx';

const MARKS = { success: 'approved', error: 'rejected', info: 'info' } as const;

/** The icon next to a message. */
export function ToastMark({ kind }: { kind: ToastItem['kind'] }) {
  return <Icon name={MARKS[kind]} />;
}

/** Closes a message. */
export function ToastDismiss({ onDismiss }: { onDismiss: () => void }) {
  return (
    <button type="button" className="Toastify__close-button" aria-label={t('Dismiss message')} onClick={onDismiss}>
      <Icon name="close" size={16} />
    </button>
  );
}
