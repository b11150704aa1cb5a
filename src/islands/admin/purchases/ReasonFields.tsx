import { useEffect, useRef, useState } from 'react';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { REASON_MAX, REASONS } from '@/lib/core/ready-sentences.ts';

export interface ReasonFieldsProps {
  value: string;
  onValue: (reason: string) => void;
  /** Ready sentences. */
  reasons?: readonly string[];
  /** Set where it can't be left out; with what is wrong with it. */
  required?: boolean;
  error?: string | undefined;
  label?: string;
  /** Longest own reason, in characters. */
  max?: number;
  /** Who reads it; by default the buyer. */
  hint?: string;
  /** Shows the digit that chooses each. */
  withKeys?: boolean;
  /** Shows the field for one's own reason only on request: next to a claim there is little room. */
  isCompact?: boolean;
  disabled?: boolean;
}

const CHOICE =
  'flex w-full items-baseline gap-2 rounded-md border border-line px-2.5 py-1.5 text-start text-sm hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink';

/** Why a purchase is refused: ready sentences, or one's own. */
export function ReasonFields({ value, onValue, reasons = REASONS, ...more }: ReasonFieldsProps) {
  const { withKeys = false, isCompact = false, disabled = false, required = false, error } = more;
  const {
    label = 'Reason',
    max = REASON_MAX,
    hint = 'The buyer reads it in the payment history and in the mail.',
  } = more;
  const fields = useRef<HTMLFieldSetElement>(null);
  const [isOwn, setOwn] = useState(false);
  const hasField = !isCompact || isOwn || error !== undefined;
  useEffect(() => {
    if (isOwn) fields.current?.querySelector('textarea')?.focus();
  }, [isOwn]);

  return (
    <fieldset ref={fields} className="grid min-w-0 gap-3" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <ul className="grid gap-1">
        {reasons.map((reason, index) => (
          <li key={reason}>
            <button
              type="button"
              className={CHOICE}
              aria-pressed={value === reason}
              onClick={() => onValue(value === reason ? '' : reason)}
            >
              {withKeys && <kbd className="key">{index + 1}</kbd>}
              {reason}
            </button>
          </li>
        ))}
        {!hasField && (
          <li>
            <button type="button" className={CHOICE} onClick={() => setOwn(true)}>
              Another reason
            </button>
          </li>
        )}
      </ul>
      {hasField && (
        <TextArea
          label={label}
          required={required}
          error={error}
          hint={hint}
          value={value}
          onValue={onValue}
          maxLength={max}
          rows={2}
        />
      )}
    </fieldset>
  );
}
