import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { FilterField, FilterRange, FilterValues } from './filterFields.ts';
import type { ListDialogProps } from './ListDialog.tsx';
import type { ViewsDialogProps } from './ViewsDialog.tsx';

/** A filter in force, in words. */
export interface Chip {
  readonly name: string;
  readonly text: string;
}

export interface ListToolsProps<Q> {
  fields: readonly FilterField[];
  ranges: readonly FilterRange[];
  values: FilterValues;
  chips: readonly Chip[];
  onChange: (values: FilterValues) => void;
  /** What the admin saves as a view. */
  views: Omit<ViewsDialogProps<Q>, 'onClose'>;
}

/** The filters of a list: a dialog to choose them, the saved views, and each filter in force as a button that drops it. */
export function ListTools<Q>({ chips, ...props }: ListToolsProps<Q>) {
  const { values, onChange } = props;
  const [open, setOpen] = useState<ListDialogProps<Q>['open'] | null>(null);
  const dialog = useLazyComponent('The form', async () => (await import('./ListDialog.tsx')).ListDialog<Q>);

  async function show(what: ListDialogProps<Q>['open']): Promise<void> {
    if (await dialog.load()) setOpen(what);
  }

  return (
    <>
      <Button look="secondary" icon="filter" busy={dialog.loading} onClick={() => void show('filters')}>
        <span className="max-sm:sr-only">Filter and sort</span>
      </Button>
      <Button look="secondary" onClick={() => void show('views')}>
        Views
      </Button>
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
      {open && dialog.Component && <dialog.Component {...props} open={open} onClose={() => setOpen(null)} />}
    </>
  );
}
