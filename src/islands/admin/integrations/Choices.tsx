import { type ReactNode, useId } from 'react';
import { Icon } from '@/islands/ui/Icon.tsx';

interface ChoicesProps {
  readonly legend: string;
  readonly error: string | undefined;
  /** @param problem the id of the problem, for the `groupProblem` of the boxes; undefined without one */
  readonly children: (problem: string | undefined) => ReactNode;
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
      {children(error ? id : undefined)}
    </fieldset>
  );
}
