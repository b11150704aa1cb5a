import { TextArea } from '@/islands/ui/TextArea.tsx';
import { REASON_MAX, REASONS } from './flags.ts';

export interface ReasonFieldsProps {
  value: string;
  onValue: (reason: string) => void;
  /** Ready sentences. */
  reasons?: readonly string[];
  /** Set where it can't be left out; with what is wrong with it. */
  required?: boolean;
  error?: string | undefined;
  /** Shows the digit that chooses each. */
  withKeys?: boolean;
  disabled?: boolean;
}

/** Why a purchase is refused: ready sentences, or one's own. */
export function ReasonFields({ value, onValue, reasons = REASONS, ...more }: ReasonFieldsProps) {
  const { withKeys = false, disabled = false, required = false, error } = more;
  return (
    <fieldset className="reasons" disabled={disabled}>
      <legend className="sr-only">Reason</legend>
      <ul className="reason-list">
        {reasons.map((reason, index) => (
          <li key={reason}>
            <button
              type="button"
              className="reason"
              aria-pressed={value === reason}
              onClick={() => onValue(value === reason ? '' : reason)}
            >
              {withKeys && <kbd>{index + 1}</kbd>}
              {reason}
            </button>
          </li>
        ))}
      </ul>
      <TextArea
        label="Reason"
        required={required}
        error={error}
        hint="The buyer reads it in the payment history and in the mail."
        value={value}
        onValue={onValue}
        maxLength={REASON_MAX}
        rows={2}
      />
    </fieldset>
  );
}
