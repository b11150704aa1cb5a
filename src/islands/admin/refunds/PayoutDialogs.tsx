import { call } from '@/islands/api.ts';
import { saveFile } from '@/islands/save-file.ts';
import { DateField } from '@/islands/ui/DateField.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { TextField } from '@/islands/ui/TextField.tsx';
import { Unbroken } from '@/islands/ui/Unbroken.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { formatIsoDay } from '@/lib/core/format.ts';
import { PAGE_LIMIT_MAX } from '@/lib/core/pagination.ts';
import { exportRefunds, listRefundsAsAdmin, PAYOUTS_MAX } from '@/lib/refunds/calls.ts';
import { payRefund, type RefundForAdmin } from '@/lib/refunds/contract.ts';

/** The ids of the approved refunds, as many as a file can have. */
async function idsToPay(): Promise<string[]> {
  const ids = new Set<string>();
  for (let page = 1; ; page++) {
    const { data } = await call(listRefundsAsAdmin, { page, limit: PAGE_LIMIT_MAX, search: '', state: 'APPROVED' });
    for (const { id } of data.records) ids.add(id);
    if (page >= data.lastPage || ids.size >= PAYOUTS_MAX) return [...ids].slice(0, PAYOUTS_MAX);
  }
}

interface ExportDialogProps {
  /** Null for all approved refunds. */
  again: RefundForAdmin | null;
  onClose: () => void;
}

/** Makes the payout file and saves it. A refund that is in an earlier file needs a reason. */
export function ExportDialog({ again, onClose }: ExportDialogProps) {
  const form = useForm({ reason: '' });
  const reason = form.values.reason.trim();
  const submission = useSubmit({
    form,
    check: () => (again && reason === '' ? { reason: 'Please enter a reason.' } : null),
    send: async () => call(exportRefunds, { ids: again ? [again.id] : await idsToPay(), ...(again && { reason }) }),
    refreshes: [listRefundsAsAdmin],
    onDone: ({ content, fileName }) => {
      // No file is made while a second admin has to agree.
      if (content !== '') saveFile(new Blob([content], { type: 'text/csv' }), fileName);
      onClose();
    },
  });
  return (
    <FormModal
      submission={submission}
      title={<Unbroken text={again ? `Export ${again.number} again?` : 'Export the refunds to pay?'} />}
      verb="Export"
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      {again ? (
        <>
          <p>It is in an earlier file. Please make sure that it is not paid twice.</p>
          <RequestText refund={again} act="export" />
          <TextField {...form.field('reason')} label="Reason" maxLength={300} />
        </>
      ) : (
        <p>
          A CSV file with one line for each approved refund, at most {PAYOUTS_MAX}. Please upload it to your bank as it
          is: a spreadsheet program may change account numbers.
        </p>
      )}
    </FormModal>
  );
}

/** Text about the first of two admins; nothing without one. */
export function RequestText({ refund: { request }, act }: { refund: RefundForAdmin; act: 'export' | 'reopen' }) {
  if (request?.act !== act) return null;
  const verb = act === 'export' ? 'export it again' : 'reopen it';
  return (
    <p className="text-sm text-muted">
      {request.isMine
        ? `You have asked to ${verb}. It waits for another admin.`
        : `${request.by} has asked to ${verb}, as the first of two.`}
    </p>
  );
}

/** Where no statement shows the debit. */
export function PayDialog({ refund, onClose }: { refund: RefundForAdmin; onClose: () => void }) {
  const form = useForm({ paidOn: formatIsoDay(Date.now()), bankReference: '' });
  const { paidOn, bankReference } = form.values;
  const input = { id: refund.id, paidOn, bankReference };
  const submission = useSubmit({
    form,
    check: () => problemsOf(payRefund, input),
    send: () => call(payRefund, input),
    refreshes: [listRefundsAsAdmin],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={<Unbroken text={`Mark ${refund.number} as paid?`} />}
      verb="Mark as paid"
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <p>A bank statement with its debit does this by itself. Do it by hand only where no statement will show it.</p>
      <DateField {...form.field('paidOn')} label="Paid on" />
      <TextField {...form.field('bankReference')} label="Bank reference" maxLength={35} autoComplete="off" />
    </FormModal>
  );
}
