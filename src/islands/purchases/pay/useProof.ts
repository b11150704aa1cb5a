import { useRef, useState } from 'react';
import { assert } from '@/lib/core/errors.ts';
import { parsePaise } from '@/lib/core/money.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { addMedia } from '@/lib/media/calls.ts';
import { typedReferenceProblem } from '@/lib/purchases/proof.rules.ts';
import { CallError, showFailure } from '../../failure.ts';
import { uploadMedia } from '../../media/upload.ts';
import { toast } from '../../toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import type { Receipt } from '../order.ts';
import { type PaymentOrder, usePayment } from '../useOrder.ts';

/** `receipt` only carries the problem of the file. */
type ProofValues = Record<'referenceNumber' | 'amount' | 'receipt', string>;

const UPLOAD_FAILED = 'File upload failed.';
const UPLOAD_FAILED_AT_SUBMIT = 'File upload failed for proof.';

export interface ProofTarget {
  readonly paymentMethod: 'UPI' | 'BANK';
  readonly beneficiaryId: string;
  /** The state of the account that is shown. */
  readonly beneficiaryVersion: number;
}

interface Upload {
  readonly file: File;
  readonly done: Promise<Receipt>;
}

/** The file of the proof. It is sent as soon as it is chosen, so that the last step is quick. */
function useReceipt(order: PaymentOrder) {
  const receipt = order.stored?.draft.receipt ?? null;
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const upload = useRef<Upload | null>(null);

  async function send(chosen: File, failure: string): Promise<Receipt> {
    setProgress(0);
    try {
      const { id } = await uploadMedia(addMedia, chosen, { onProgress: setProgress, failure, field: 'receipt' });
      const sent = { id, name: chosen.name, bytes: chosen.size };
      order.write({ receipt: sent });
      toast.success(addMedia.success ?? '');
      return sent;
    } finally {
      setProgress(null);
      if (upload.current?.file === chosen) upload.current = null;
    }
  }

  /** The stored file of the chosen one: the upload under way, or a new try. */
  function sent(chosen: File, failure: string): Promise<Receipt> {
    if (upload.current?.file !== chosen) upload.current = { file: chosen, done: send(chosen, failure) };
    return upload.current.done;
  }

  function choose(chosen: File | null): void {
    setFile(chosen);
    order.write({ receipt: null });
    setProblem(undefined);
    if (!chosen) return;
    sent(chosen, UPLOAD_FAILED).catch((cause: unknown) => {
      showFailure(cause);
      if (cause instanceof CallError) setProblem(cause.message);
    });
  }

  /** @returns the stored file @throws CallError if it cannot be sent */
  async function get(): Promise<Receipt> {
    if (receipt) return receipt;
    assert(file, 'a proof is sent with a file');
    return sent(file, UPLOAD_FAILED_AT_SUBMIT);
  }

  return { receipt, file, progress, problem, choose, get };
}

/** What the proof form holds and does. */
export function useProof(order: PaymentOrder, target: ProofTarget, totalAmount: string) {
  const draft = order.stored?.draft;
  const referenceNumber = draft?.referenceNumber ?? '';
  const amount = draft?.amount ?? totalAmount;
  const values: ProofValues = { referenceNumber, amount, receipt: '' };
  const form = useForm<ProofValues>(values, {
    values,
    write: ({ receipt: _, ...changes }) => order.write(changes),
  });
  const receipt = useReceipt(order);

  function choose(chosen: File | null): void {
    form.fill({ receipt: '' });
    receipt.choose(chosen);
  }

  const submission = usePayment({
    form,
    names: { receiptId: 'receipt' },
    check: () => {
      const paise = parsePaise(amount.trim());
      const reference = typedReferenceProblem(referenceNumber);
      return {
        ...(reference !== null && { referenceNumber: reference }),
        ...((paise === null || paise <= 0n) && { amount: SPEC_TEXTS.amountInvalid }),
        ...(!receipt.receipt && !receipt.file && { receipt: SPEC_TEXTS.receiptMissing }),
      };
    },
    toastOf: ([first = '']) => first,
    send: async () => {
      const { id: receiptId } = await receipt.get();
      return order.send({
        ...target,
        referenceNumber: referenceNumber.trim(),
        amount: amount.trim(),
        receiptId,
      });
    },
    onFailure: ({ field }) => {
      if (field === 'receiptId') receipt.choose(null);
    },
  });

  return { form, receipt: { ...receipt, choose }, submission };
}
