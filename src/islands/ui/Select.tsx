import type { SelectHTMLAttributes } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds, useKeepTyped } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  /** Options of one group follow one another, under its name. */
  readonly group?: string;
}

type Native = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'className' | 'style' | 'required'>;

export interface SelectProps extends FieldTexts, Native {
  value: string;
  onValue?: (value: string) => void;
  options: readonly SelectOption[];
  /** First entry with the value '', as 'Select Role'. Choosable unless the field is required. */
  placeholder?: string;
  /** The label is said but not shown, for filters in a row. */
  quietLabel?: boolean;
}

function grouped(options: readonly SelectOption[]) {
  const groups: { group: string | undefined; of: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.of.push(option);
    else groups.push({ group: option.group, of: [option] });
  }
  return groups;
}

function optionOf({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

/** The browser's own list: the best one on every phone. */
export function Select({
  label,
  hint,
  error,
  required,
  value,
  onValue,
  options,
  placeholder,
  quietLabel = false,
  id,
  ...rest
}: SelectProps) {
  const ids = useFieldIds({ hint, error }, id);
  const ref = useKeepTyped<HTMLSelectElement>(value, onValue);
  const control = (
    <div className="control">
      <select
        {...rest}
        ref={ref}
        id={ids.id}
        className="control-input control-select"
        value={value}
        required={required === true}
        aria-label={quietLabel && typeof label === 'string' ? label : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
        onChange={(event) => onValue?.(event.target.value)}
      >
        {placeholder !== undefined && (
          <option value="" disabled={required === true}>
            {placeholder}
          </option>
        )}
        {grouped(options).map(({ group, of }) =>
          group === undefined ? (
            of.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {of.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
      <Icon name="down" size={16} className="control-caret" />
    </div>
  );
  if (quietLabel) return control;
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} {...(required === undefined ? {} : { required })}>
      {control}
    </FieldFrame>
  );
}
