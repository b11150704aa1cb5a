import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { listMatches, listRules, undoRow } from '@/lib/reconciliation/calls.ts';
import type { BankRowView } from '@/lib/reconciliation/contract.ts';
import { FIGURES } from './figures.ts';

interface UndoDialogProps {
  row: Pick<BankRowView, 'id' | 'amount' | 'date' | 'narration' | 'bucket' | 'allocations'>;
  /** The part that is undone, where the row has several. */
  part?: BankRowView['allocations'][number] | undefined;
  onClose: () => void;
  onUndone: () => void;
}

/** Takes back the mark 'not ours', a part payment, what a rejection said of the row, or the first of two approvals. */
export function UndoDialog({ row, part, onClose, onUndone }: UndoDialogProps) {
  const [endRules, setEndRules] = useState(false);
  const isWaiting = part?.state === 'WAITING';
  const form = useForm({ reason: isWaiting ? 'Chosen by mistake.' : 'Marked by mistake.' });
  const submission = useSubmit({
    form,
    check: () => (form.values.reason.trim().length < 3 ? { reason: 'Please enter a reason.' } : null),
    send: () =>
      call(undoRow, {
        rowId: row.id,
        reason: form.values.reason,
        endRules,
        ...(part && { purchaseId: part.purchaseId }),
      }),
    refreshes: [...FIGURES, listMatches, listRules],
    onDone: onUndone,
  });
  return (
    <FormModal submission={submission} title="Undo this decision?" verb="Undo" className="grid gap-4" onClose={onClose}>
      <p className="text-sm">
        <Money value={row.amount} /> on {formatBankDay(row.date)}
        <span className="block wrap-anywhere text-muted">{row.narration}</span>
      </p>
      {isWaiting && (
        <p className="text-sm">
          What one admin decided about {part.orderNumber} is taken back. The payment is open again, and the order stays
          pending.
        </p>
      )}
      {row.bucket === 'DECIDED' && row.allocations.length > 0 && (
        <p className="text-sm">
          {part ? `The part for ${part.orderNumber}` : 'The part payment'} is open again. The order stays pending, and
          nothing was credited.
        </p>
      )}
      {row.bucket === 'DECIDED' && row.allocations.length === 0 && (
        <p className="text-sm">
          The payment is open again. The claim stays rejected: the buyer can send the proof again.
        </p>
      )}
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="It is written to the audit trail."
        required
        maxLength={500}
      />
      {row.bucket === 'NOT_OURS' && (
        <Checkbox
          label="Also end the saved rules whose text is in this narration"
          checked={endRules}
          onChecked={setEndRules}
        />
      )}
    </FormModal>
  );
}
