import { useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { Button } from '../ui/Button.tsx';
import { rich } from '../ui/rich.ts';
import type { Form, Values } from '../ui/useForm.ts';

interface Question {
  readonly typed: string;
  /** The address that may be meant. */
  readonly meant: string;
}

export interface EmailQuestion {
  /** Null while the typed address is not in question. */
  readonly shown: Question | null;
  /** Asks once about an address that looks mistyped. @returns whether to wait for the answer; sending again is one */
  readonly ask: (meant: string | null) => boolean;
  readonly accept: () => void;
}

/** Asks about the typed email before a code is sent to it. */
export function useEmailQuestion<V extends Values>(form: Form<V & { readonly email: string }>): EmailQuestion {
  const [last, setLast] = useState<Question | null>(null);
  const { email } = form.values;
  const shown = last?.typed === email ? last : null;
  return {
    shown,
    ask: (meant) => {
      if (meant === null || shown !== null) return false;
      setLast({ typed: email, meant });
      return true;
    },
    accept: () => {
      if (shown) form.fill({ email: shown.meant } as Partial<V & { readonly email: string }>);
      // The button that was pressed is gone, and the keyboard with it.
      form.ref.current?.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
    },
  };
}

/** Shown below the email field. */
export function EmailQuestionNotice({ question: { shown, accept } }: { question: EmailQuestion }) {
  if (!shown) return null;
  return (
    <div className="notice" data-tone="warning" role="alert">
      <div className="grid gap-3">
        <p className="wrap-anywhere">
          {rich('Did you mean {email}? If your address is right, please send it again.', {
            email: <strong>{shown.meant}</strong>,
          })}
        </p>
        <div>
          <Button look="secondary" size="sm" onClick={accept}>
            {t('Use the suggested address')}
          </Button>
        </div>
      </div>
    </div>
  );
}
