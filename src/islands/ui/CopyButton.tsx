import { useEffect, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { toast } from '../toasts.ts';
import { Icon } from './Icon.tsx';

export interface CopyButtonProps {
  text: string;
  /** What is copied, as 'UPI ID'. */
  what: string;
  /** The toast; without it only the button itself says so. */
  message?: string;
  /** Shows the word next to the icon. */
  word?: boolean;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return import('./copy-selected.ts').then(
      ({ copySelected }) => copySelected(text),
      () => false,
    );
  }
}

export function CopyButton({ text, what, message, word = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function click(): Promise<void> {
    if (await copy(text)) {
      setCopied(true);
      if (message) toast.success(message);
    } else toast.error(t('{what} could not be copied. Please select and copy it by hand.', { what }));
  }

  return (
    <button
      type="button"
      className={word ? 'btn btn-secondary btn-sm' : 'btn-icon btn-icon-quiet btn-icon-sm'}
      aria-label={copied ? t('{what} copied', { what }) : t('Copy {what}', { what })}
      title={t('Copy {what}', { what })}
      onClick={click}
    >
      {word ? (
        <span className="btn-face">
          <Icon name={copied ? 'check' : 'copy'} size={16} />
          {copied ? t('Copied') : t('Copy')}
        </span>
      ) : (
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      )}
    </button>
  );
}
