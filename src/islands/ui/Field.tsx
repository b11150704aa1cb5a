import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { t, translated } from '@/lib/core/texts.ts';
import { Icon } from './Icon.tsx';

export interface FieldTexts {
  label: ReactNode;
  /** A line of help under the field. */
  hint?: ReactNode;
  /** What is wrong, and what to do; the field is marked invalid while it is set. */
  error?: string | undefined;
  required?: boolean;
}

export interface FieldIds {
  readonly id: string;
  readonly hintId: string;
  readonly errorId: string;
  /** For `aria-describedby`. */
  readonly describedBy: string | undefined;
}

/** The ids that bind a control to its label, hint and error. */
export function useFieldIds(texts: Pick<FieldTexts, 'hint' | 'error'>, given?: string): FieldIds {
  const made = useId();
  const id = given ?? made;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [texts.error ? errorId : '', texts.hint ? hintId : ''].filter(Boolean).join(' ');
  return { id, hintId, errorId, describedBy: describedBy === '' ? undefined : describedBy };
}

interface FieldFrameProps extends FieldTexts {
  ids: FieldIds;
  children: ReactNode;
}

/** Label above, control, then error or hint; the one frame of all fields. */
export function FieldFrame({ ids, label, hint, error, required, children }: FieldFrameProps) {
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="field-label" htmlFor={ids.id}>
        {label}
        {required === false && <span className="field-optional">{t(' (optional)')}</span>}
      </label>
      {children}
      {error && (
        <p className="field-error" id={ids.errorId}>
          <Icon name="warning" size={16} />
          {translated(error)}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={ids.hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes over what was typed before the script arrived, so that a slow line loses nothing. */
export function useKeepTyped<T extends Control>(
  value: string,
  onValue: ((value: string) => void) | undefined,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    const typed = ref.current?.value;
    if (typed !== undefined && typed !== '' && typed !== value) onValue?.(typed);
  }, [value, onValue]);
  return ref;
}
