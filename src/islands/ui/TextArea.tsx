import type { TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds, useKeepTyped } from './Field.tsx';

type Native = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'onChange' | 'className' | 'style' | 'required'
>;

export interface TextAreaProps extends FieldTexts, Native {
  value: string;
  onValue?: (value: string) => void;
}

/** Text of several lines, as the reason of a rejection. */
export function TextArea({ label, hint, error, required, value, onValue, id, rows = 3, ...rest }: TextAreaProps) {
  const ids = useFieldIds({ hint, error }, id);
  const ref = useKeepTyped<HTMLTextAreaElement>(value, onValue);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} {...(required === undefined ? {} : { required })}>
      <div className="control">
        <textarea
          {...rest}
          ref={ref}
          id={ids.id}
          className="control-input control-area"
          rows={rows}
          value={value}
          required={required === true}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => onValue?.(event.target.value)}
        />
      </div>
    </FieldFrame>
  );
}
