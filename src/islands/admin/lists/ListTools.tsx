import { type ReactNode, useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { FilterField, FilterRange, FilterValues } from './filterFields.ts';

/** A filter in force, in words. */
export interface Chip {
  readonly name: string;
  readonly text: string;
}

export interface ListToolsProps {
  fields: readonly FilterField[];
  ranges: readonly FilterRange[];
  values: FilterValues;
  chips: readonly Chip[];
  onChange: (values: FilterValues) => void;
  /** The button of the saved views. */
  views: ReactNode;
}

/** The filters of a list: a dialog to choose them, and each one in force as a button that drops it. */
export function ListTools({ fields, ranges, values, chips, onChange, views }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useLazyComponent('The form', async () => (await import('./FilterDialog.tsx')).FilterDialog);

  async function open(): Promise<void> {
    if (await dialog.load()) setOpen(true);
  }

  return (
    <>
      <Button look="secondary" icon="filter" busy={dialog.loading} onClick={() => void open()}>
        Filter and sort
      </Button>
      {views}
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className="filter-pill"
          aria-pressed="true"
          onClick={() => onChange({ ...values, [name]: '' })}
        >
          <span className="sr-only">Drop the filter: </span>
          {text}
          <Icon name="close" size={16} />
        </button>
      ))}
      {isOpen && dialog.Component && (
        <dialog.Component
          fields={fields}
          ranges={ranges}
          values={values}
          onApply={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
