import { FieldFrame, type FieldTexts, useFieldIds, useKeepTyped } from './Field.tsx';

export interface OtpFieldProps extends FieldTexts {
  value: string;
  /** Gets digits only, at most `length`, in the script in which they are typed; pasted spaces and dashes are dropped. */
  onValue: (digits: string) => void;
  length?: number;
  name?: string;
  id?: string;
  disabled?: boolean;
}

/** One field for the whole code, so that paste, autofill and screen readers work. */
export function OtpField({
  label,
  hint,
  error,
  required = true,
  value,
  onValue,
  length = 6,
  name = 'otp',
  id,
  disabled,
}: OtpFieldProps) {
  const ids = useFieldIds({ hint, error }, id);
  const take = (text: string): void => onValue((text.match(/\p{Nd}/gu) ?? []).slice(0, length).join(''));
  const ref = useKeepTyped<HTMLInputElement>(value, take);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} required={required}>
      <div className="control">
        <input
          ref={ref}
          id={ids.id}
          name={name}
          className="control-input control-otp"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          size={length}
          value={value}
          disabled={disabled}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => take(event.target.value)}
        />
      </div>
    </FieldFrame>
  );
}
