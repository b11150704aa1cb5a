import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'checked' | 'onChange' | 'className' | 'style' | 'type'>;

export interface CheckboxProps extends Native {
  /** May hold links. */
  label: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  error?: string | undefined;
}

export function Checkbox({ label, checked, onChecked, error, id, ...rest }: CheckboxProps) {
  const made = useId();
  const inputId = id ?? made;
  return (
    <div className="check" data-invalid={error ? true : undefined}>
      <input
        {...rest}
        id={inputId}
        className="check-box"
        type="checkbox"
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${inputId}-error` : undefined}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <label className="check-label" htmlFor={inputId}>
        {label}
      </label>
      {error && (
        <p className="field-error check-error" id={`${inputId}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
