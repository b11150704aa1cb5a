import { useRef, useState } from 'react';
import { ApiError } from '@/lib/core/errors.ts';
import { parsePaise } from '@/lib/core/money.ts';
import { WORDS } from '@/lib/core/words.ts';
import { addMedia } from '@/lib/media/contract.ts';
import { typedReferenceProblem } from '@/lib/purchases/proof-rules.ts';
import type { CallError } from '../api.ts';
import { uploadMedia } from '../media/upload.ts';
import { toast } from '../toasts.ts';
import type { Receipt } from './order.ts';
import type { OrderInHand } from './useOrder.ts';

export type ProofField = 'referenceNumber' | 'amount' | 'receipt';
export type ProofProblems = Partial<Record<ProofField, string>>;

const UPLOAD_FAILED = 'File upload failed.';
const UPLOAD_FAILED_AT_SUBMIT = 'File upload failed for proof.';

export interface ProofTarget {
  readonly paymentMethod: 'UPI' | 'BANK';
  readonly beneficiaryId: string;
  /** The state of the account that is shown. */
  readonly beneficiaryVersion: number;
}

/** The field that a refusal of the server is about; null where it is about none. */
function fieldOf(refusal: CallError): ProofField | null {
  if (/UTR/.test(refusal.message)) return 'referenceNumber';
  if (/receipt/i.test(refusal.message)) return 'receipt';
  return null;
}

/** What the proof form holds and does. The file is sent as soon as it is chosen, so that the last step is quick. */
export function useProof(order: OrderInHand, target: ProofTarget, totalAmount: string) {
  const draft = order.kept?.draft;
  const referenceNumber = draft?.referenceNumber ?? '';
  const amount = draft?.amount ?? totalAmount;
  const receipt = draft?.receipt ?? null;
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problems, setProblems] = useState<ProofProblems>({});
  const [sending, setSending] = useState(false);
  const upload = useRef<{ file: File; done: Promise<Receipt> } | null>(null);

  function clear(field: ProofField): void {
    setProblems(({ [field]: _, ...others }) => others);
  }

  function type(field: 'referenceNumber' | 'amount', value: string): void {
    order.write({ [field]: value });
    clear(field);
  }

  async function send(chosen: File, failure: string): Promise<Receipt> {
    setProgress(0);
    try {
      const { id } = await uploadMedia(addMedia, chosen, { onProgress: setProgress, failure });
      const sent = { id, name: chosen.name, bytes: chosen.size };
      order.write({ receipt: sent });
      toast.success(addMedia.success ?? '');
      return sent;
    } finally {
      setProgress(null);
      if (upload.current?.file === chosen) upload.current = null;
    }
  }

  /** The stored file of the chosen one: the one under way, or a new try. */
  function sent(chosen: File, failure: string): Promise<Receipt> {
    if (upload.current?.file !== chosen) upload.current = { file: chosen, done: send(chosen, failure) };
    return upload.current.done;
  }

  function refuseFile(cause: unknown): void {
    if (!(cause instanceof ApiError)) throw cause;
    toast.error(cause.messages);
    setProblems((before) => ({ ...before, receipt: cause.message }));
  }

  function choose(chosen: File | null): void {
    setFile(chosen);
    order.write({ receipt: null });
    clear('receipt');
    if (chosen) sent(chosen, UPLOAD_FAILED).catch(refuseFile);
  }

  function check(): ProofProblems {
    const paise = parsePaise(amount.trim());
    const reference = typedReferenceProblem(referenceNumber);
    return {
      ...(reference !== null && { referenceNumber: reference }),
      ...((paise === null || paise <= 0n) && { amount: WORDS.amountInvalid }),
      ...(!receipt && !file && { receipt: WORDS.receiptMissing }),
    };
  }

  /** @returns the field to go to, or null when it is done or told */
  async function submit(): Promise<ProofField | null> {
    if (sending || order.busy) return null;
    const found = check();
    setProblems(found);
    const [first] = Object.keys(found) as ProofField[];
    if (first !== undefined) {
      toast.error(found[first] ?? '');
      return first;
    }
    setSending(true);
    try {
      const stored = receipt ?? (file ? await sent(file, UPLOAD_FAILED_AT_SUBMIT) : null);
      if (!stored) return 'receipt';
      const refusal = await order.submit({
        ...target,
        referenceNumber: referenceNumber.trim(),
        amount: amount.trim(),
        receiptId: stored.id,
      });
      return refusal ? mark(refusal) : null;
    } catch (cause) {
      refuseFile(cause);
      return 'receipt';
    } finally {
      setSending(false);
    }
  }

  function mark(refusal: CallError): ProofField | null {
    const field = fieldOf(refusal);
    if (field === null) return null;
    if (field === 'receipt') {
      setFile(null);
      order.write({ receipt: null });
    }
    setProblems({ [field]: refusal.message });
    return field;
  }

  return {
    referenceNumber,
    amount,
    receipt,
    file,
    progress,
    problems,
    busy: sending || order.busy,
    type,
    choose,
    submit,
  };
}
