import { REFERENCE_TYPED_MAX } from '@/lib/core/bounds.ts';
import { referenceAdvice } from '@/lib/purchases/proof.rules.ts';
import { findReference } from '@/lib/purchases/typed-reference.rules.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';

interface Props
  extends Pick<TextFieldProps, 'label' | 'name' | 'value' | 'error' | 'required' | 'placeholder' | 'disabled'> {
  onValue: (value: string) => void;
}

/** More characters than a key types: the text was pasted, or filled in by a program. */
const PASTED_MIN = 2;

/**
 * The bank's number of a payment. A pasted message is replaced by the number in it; what is typed by hand is read when the
 * field is left, so that the cursor stays where it is. The server reads what is sent in the same way.
 */
export function ReferenceField({ value, onValue, error, ...rest }: Props) {
  const advice = referenceAdvice(value);

  function take(text: string): void {
    const isPasted = Math.abs(text.length - value.length) >= PASTED_MIN;
    onValue((isPasted ? findReference(text) : null) ?? text);
  }

  function tidy(): void {
    const reference = findReference(value);
    if (reference !== null && reference !== value) onValue(reference);
  }

  return (
    <TextField
      {...rest}
      value={value}
      error={error}
      onValue={take}
      onBlur={tidy}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={REFERENCE_TYPED_MAX}
      hint={
        advice !== null && error === undefined ? (
          <span className="flex gap-1.5 text-warning" role="status">
            <Icon name="info" size={16} className="mt-0.5" />
            <span>{advice}</span>
          </span>
        ) : undefined
      }
    />
  );
}
