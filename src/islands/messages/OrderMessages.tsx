import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { addMedia } from '@/lib/media/calls.ts';
import { addMessage, listMessages, MESSAGE_LENGTH_MAX, readMessages } from '@/lib/messages/calls.ts';
import { NOTHING_TO_SEND } from '@/lib/messages/rules.ts';
import { listTransactions } from '@/lib/purchases/calls.ts';
import { typedReferenceProblem } from '@/lib/purchases/proof.rules.ts';
import { call } from '../api.ts';
import { uploadMedia } from '../media/upload.ts';
import { ReferenceField } from '../purchases/pay/ReferenceField.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FileField } from '../ui/FileField.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { MessageList } from './MessageList.tsx';
import { useThread } from './useThread.ts';

const CALLS = { list: listMessages, read: readMessages, refreshes: [listTransactions] } as const;

/** The buyer's messages with the team about one order. While a question waits, proof and UTR can be corrected. */
export function OrderMessages({ id }: { id: string }) {
  const { data, error, retry } = useThread(id, CALLS);
  const top = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  // A mail about a message leads here.
  useEffect(() => {
    if (isLoaded && window.location.hash === `#messages-${id}`) top.current?.scrollIntoView({ block: 'start' });
  }, [id, isLoaded]);
  if (!data) {
    return error === null ? (
      <p className="text-sm text-muted" role="status">
        {t('Loading the messages…')}
      </p>
    ) : (
      <p className="text-sm" role="alert">
        {error}{' '}
        <button type="button" className="link" onClick={retry}>
          {t('Try again')}
        </button>
      </p>
    );
  }
  return (
    <div className="grid scroll-mt-24 gap-4" ref={top}>
      {data.waitingSince !== null && (
        <p className="notice" data-tone="warning" role="note">
          <span>{t('Our team waits for your answer. Your order stays open until then.')}</span>
        </p>
      )}
      <MessageList messages={data.records} own="member" />
      {data.canWrite && <AnswerForm id={id} canCorrect={data.canCorrect} />}
    </div>
  );
}

function useAnswer(id: string, canCorrect: boolean) {
  const form = useForm({ text: '', referenceNumber: '', receiptId: '' });
  const [file, setFile] = useState<File | null>(null);
  const [replacesProof, setReplacesProof] = useState(true);
  const [progress, setProgress] = useState<number | null>(null);
  const { text } = form.values;
  // Its field is shown only while a question waits.
  const referenceNumber = canCorrect ? form.values.referenceNumber : '';

  async function sendFile(): Promise<string | undefined> {
    if (!file) return undefined;
    setProgress(0);
    try {
      return (await uploadMedia(addMedia, file, { onProgress: setProgress, field: 'receiptId' })).id;
    } finally {
      setProgress(null);
    }
  }

  const submission = useSubmit({
    form,
    check: () => {
      if (referenceNumber.trim() === '') return text.trim() === '' && !file ? { text: t(NOTHING_TO_SEND) } : null;
      const problem = typedReferenceProblem(referenceNumber);
      return problem === null ? null : { referenceNumber: problem };
    },
    send: async () => {
      const receiptId = await sendFile();
      return call(addMessage, {
        id,
        text: text.trim(),
        referenceNumber: referenceNumber.trim(),
        ...(receiptId !== undefined && { receiptId, replacesProof: canCorrect && replacesProof }),
      });
    },
    refreshes: [listMessages, listTransactions],
    onDone: () => {
      form.fill({ text: '', referenceNumber: '', receiptId: '' });
      setFile(null);
    },
  });
  return { form, submission, file, setFile, progress, replacesProof, setReplacesProof };
}

function AnswerForm({ id, canCorrect }: { id: string; canCorrect: boolean }) {
  const { form, submission, file, setFile, progress, replacesProof, setReplacesProof } = useAnswer(id, canCorrect);
  return (
    <form
      ref={form.ref}
      className="grid gap-4"
      method="post"
      noValidate
      aria-label={t('Write to our team')}
      onSubmit={submission.submit}
    >
      <Refusal text={submission.refusal} />
      <TextArea
        {...form.field('text')}
        label={canCorrect ? t('Your answer') : t('Your message')}
        maxLength={MESSAGE_LENGTH_MAX}
        rows={2}
        disabled={submission.busy}
      />
      {canCorrect && (
        <ReferenceField
          {...form.field('referenceNumber')}
          label={t('Corrected UTR or Transaction Number')}
          required={false}
          disabled={submission.busy}
        />
      )}
      <FileField
        label={canCorrect ? t('New screenshot') : t('File')}
        name="receiptId"
        required={false}
        accept="image/*,.pdf,.doc,.docx"
        accepted={t('A screenshot, photo, PDF or Word file, up to 5 MB.')}
        file={file}
        onFile={setFile}
        progress={progress}
        error={form.field('receiptId').error}
        disabled={submission.busy}
      />
      {canCorrect && file && (
        <Checkbox
          label={t('Use it instead of my earlier proof')}
          checked={replacesProof}
          onChecked={setReplacesProof}
          disabled={submission.busy}
        />
      )}
      <div>
        <Button type="submit" size="sm" busy={submission.busy} busyText={t('Sending...')}>
          {t('Send')}
        </Button>
      </div>
    </form>
  );
}
