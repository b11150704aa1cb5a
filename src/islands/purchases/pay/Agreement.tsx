import { useRef, useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { toast } from '../../toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { rich } from '../../ui/rich.ts';

export interface AgreementProps {
  /** What is said when the box is not ticked. */
  refusal: string;
  /** The word of the button that goes on. */
  payText: string;
  agreed: boolean;
  onAgreed: (agreed: boolean) => void;
  onPay: () => void;
  onCancel: () => void;
  busy?: boolean;
  /** What follows the button. */
  next?: string;
  /** False until the order is in hand: nothing can be paid before. */
  ready: boolean;
}

/** The end of each way to pay: the privacy policy, then pay or cancel. Without the tick nothing goes on. */
export function Agreement({
  refusal,
  payText,
  agreed,
  onAgreed,
  onPay,
  onCancel,
  busy = false,
  next,
  ready,
}: AgreementProps) {
  const [refused, setRefused] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function pay(): void {
    if (agreed) {
      onPay();
      return;
    }
    setRefused(true);
    toast.error(refusal);
    box.current?.querySelector('input')?.focus();
  }

  return (
    <div className="action-bar grid gap-3 border-t border-line pt-5 sm:gap-5" ref={box}>
      <Checkbox
        label={rich('I have read and agree to the {policy}', {
          policy: (
            <a className="link whitespace-nowrap" href={PATHS.privacyPolicy} target="_blank" rel="noopener">
              {t('privacy policy')}
            </a>
          ),
        })}
        checked={agreed}
        onChecked={(checked) => {
          setRefused(false);
          onAgreed(checked);
        }}
        error={refused && !agreed ? refusal : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <div className="min-w-40 flex-1">
          <Button full onClick={pay} busy={busy} disabled={!ready}>
            {payText}
          </Button>
        </div>
        <Button look="secondary" onClick={onCancel} disabled={busy || !ready}>
          {t('Cancel')}
        </Button>
      </div>
      {next && <p className="text-sm text-muted">{next}</p>}
    </div>
  );
}
