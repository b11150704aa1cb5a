import { type ReactNode, useId } from 'react';
import { Icon } from '@/islands/ui/Icon.tsx';

/** What each box of the group says of its problem. */
export interface BoxProblem {
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

interface ChoicesProps {
  readonly legend: string;
  readonly error: string | undefined;
  readonly children: (problem: BoxProblem) => ReactNode;
}

/** A group of boxes of which at least one has to be ticked. */
export function Choices({ legend, error, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">{legend}</legend>
      {error && (
        <p className="field-error" id={id}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {children(error ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
    </fieldset>
  );
}
