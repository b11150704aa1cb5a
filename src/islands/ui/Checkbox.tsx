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
  /** The id of the problem of a group of boxes that this one belongs to. */
  groupProblem?: string | undefined;
}

export function Checkbox({ label, checked, onChecked, error, groupProblem, id, ...rest }: CheckboxProps) {
  const made = useId();
  const inputId = id ?? made;
  const box = useRef<HTMLInputElement>(null);
  const first = useRef(true);
  const problem = error ? `${inputId}-error` : groupProblem;
  // What was ticked before the script arrived stays ticked.
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    if (box.current && box.current.checked !== checked) onChecked(box.current.checked);
  }, [checked, onChecked]);
  return (
    <div className="check" data-invalid={problem ? true : undefined}>
      <input
        {...rest}
        ref={box}
        id={inputId}
        className="check-box"
        type="checkbox"
        checked={checked}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem}
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
