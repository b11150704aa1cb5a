import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { FieldFrame, type FieldTexts, useFieldIds, useKeepTyped } from './Field.tsx';
import { Icon } from './Icon.tsx';

type Native = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'className' | 'style' | 'prefix' | 'required'
>;

export interface TextFieldProps extends FieldTexts, Native {
  value: string;
  onValue?: (value: string) => void;
  /** Inside the frame before the text, as ₹. */
  prefix?: ReactNode;
  /** Inside the frame behind the text, as the token's symbol. */
  suffix?: ReactNode;
}

/** One line of text. A password gets a toggle to show it. `required={false}` says '(optional)' next to the label. */
export function TextField({
  label,
  hint,
  error,
  required,
  value,
  onValue,
  prefix,
  suffix,
  id,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const ids = useFieldIds({ hint, error }, id);
  const ref = useKeepTyped<HTMLInputElement>(value, onValue);
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} {...(required === undefined ? {} : { required })}>
      <div className="control" data-readonly={rest.readOnly || undefined}>
        {prefix && <span className="control-affix">{prefix}</span>}
        <input
          {...rest}
          ref={ref}
          id={ids.id}
          className="control-input"
          type={secret && shown ? 'text' : type}
          value={value}
          required={required === true}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => onValue?.(event.target.value)}
        />
        {suffix && <span className="control-affix">{suffix}</span>}
        {secret && (
          <button
            type="button"
            className="control-toggle"
            aria-label={shown ? t('Hide password') : t('Show password')}
            aria-pressed={shown}
            aria-controls={ids.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
