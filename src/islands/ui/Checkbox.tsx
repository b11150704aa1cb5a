import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import { translated } from '@/lib/core/texts.ts';
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
  const box = useRef<HTMLInputElement>(null);
  const first = useRef(true);
  // What was ticked before the script arrived stays ticked.
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    if (box.current && box.current.checked !== checked) onChecked(box.current.checked);
  }, [checked, onChecked]);
  return (
    <div className="check">
      <input
        ref={box}
        id={inputId}
        className="check-box"
        type="checkbox"
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${inputId}-error` : undefined}
        {...rest}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <label className="check-label" htmlFor={inputId}>
        {label}
      </label>
      {error && (
        <p className="field-error check-error" id={`${inputId}-error`}>
          <Icon name="warning" size={16} />
          {translated(error)}
        </p>
      )}
    </div>
  );
}
