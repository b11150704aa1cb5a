import { Button } from '@/islands/ui/Button.tsx';
import { DateField } from '@/islands/ui/DateField.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type Bound, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { type FilterField, type FilterRange, type FilterValues, filterProblems, readFilters } from './filterFields.ts';

export interface FilterDialogProps {
  fields: readonly FilterField[];
  ranges: readonly FilterRange[];
  values: FilterValues;
  onApply: (values: FilterValues) => void;
  onClose: () => void;
}

/** All filters of a list and its order, shown together once they are chosen. */
export function FilterDialog({ fields, ranges, values, onApply, onClose }: FilterDialogProps) {
  const form = useForm<FilterValues>(values);
  const submission = useSubmit({
    form,
    check: () => filterProblems(fields, ranges, readFilters(fields, form.values)),
    send: async () => ({ message: '', data: readFilters(fields, form.values) }),
    onDone: (chosen) => {
      onApply(chosen);
      onClose();
    },
  });
  return (
    <FormModal
      submission={submission}
      title="Filter and sort"
      verb="Show"
      className="grid grid-cols-2 gap-4"
      onClose={onClose}
    >
      {fields.map((field) => (
        <div key={field.name} className={field.kind === 'choice' ? 'col-span-2' : 'col-span-2 sm:col-span-1'}>
          <Control field={field} bound={form.field(field.name)} />
        </div>
      ))}
      <div className="col-span-2">
        <Button
          look="quiet"
          size="sm"
          onClick={() => form.fill(Object.fromEntries(fields.map(({ name }) => [name, ''])))}
        >
          Clear all
        </Button>
      </div>
    </FormModal>
  );
}

function Control({ field, bound }: { field: FilterField; bound: Bound }) {
  if (field.kind === 'day') return <DateField {...bound} label={field.label} />;
  if (field.kind === 'amount')
    return <TextField {...bound} label={field.label} prefix="₹" inputMode="decimal" autoComplete="off" />;
  return <Select {...bound} label={field.label} placeholder={field.none} options={field.options} />;
}
