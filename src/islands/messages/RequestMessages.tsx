import { useState } from 'react';
import { READY_QUESTIONS } from '@/lib/core/ready-sentences.ts';
import {
  addMessageAsAdmin,
  listMessagesAsAdmin,
  MESSAGE_LENGTH_MAX,
  readMessagesAsAdmin,
} from '@/lib/messages/calls.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { call } from '../api.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { MessageList } from './MessageList.tsx';
import { useThread } from './useThread.ts';
import { WaitingMessage } from './WaitingMessage.tsx';

const CALLS = {
  list: listMessagesAsAdmin,
  read: readMessagesAsAdmin,
  refreshes: [listTransactionsAsAdmin],
} as const;

export interface RequestMessagesProps {
  purchase: Pick<AdminTransaction, 'id' | 'orderNumber' | 'status' | 'user'>;
  onClose: () => void;
}

/** The admins' messages with the buyer of a purchase: ready questions, and a field for others. */
export function RequestMessages({ purchase, onClose }: RequestMessagesProps) {
  const { data, error } = useThread(purchase.id, CALLS);
  const isPending = purchase.status === 'PENDING';
  const [isQuestion, setIsQuestion] = useState(isPending);
  const form = useForm({ text: '' });
  const { text } = form.values;
  const submission = useSubmit({
    form,
    check: () => (text.trim() === '' ? { text: 'Please enter a message.' } : null),
    send: () => call(addMessageAsAdmin, { id: purchase.id, text: text.trim(), isQuestion: isPending && isQuestion }),
    refreshes: [listMessagesAsAdmin, listTransactionsAsAdmin],
    onDone: () => form.fill({ text: '' }),
  });

  return (
    <FormModal
      submission={submission}
      title={`Messages about ${purchase.orderNumber}`}
      verb="Send"
      busyText="Sending..."
      className="grid gap-4"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {purchase.user.name}
        {data?.waitingSince ? ' · Waiting for the buyer' : ''}
      </p>
      {data ? (
        <MessageList
          messages={data.records}
          own="team"
          actionsOf={({ waiting }) => waiting && <WaitingMessage waiting={waiting} />}
        />
      ) : (
        <p className="text-sm text-muted" role={error === null ? 'status' : 'alert'}>
          {error ?? 'Loading the messages…'}
        </p>
      )}
      {isPending && (
        <ReadyQuestions text={text} disabled={submission.busy} onChoose={(question) => form.fill({ text: question })} />
      )}
      <TextArea
        {...form.field('text')}
        label="Message to the buyer"
        maxLength={MESSAGE_LENGTH_MAX}
        rows={3}
        disabled={submission.busy}
        hint="The buyer gets it by mail too. Never say where to pay. If your company needs two admins, your own words wait for the second."
      />
      {isPending && (
        <Checkbox
          label="Wait for the buyer's answer"
          checked={isQuestion}
          onChecked={setIsQuestion}
          disabled={submission.busy}
        />
      )}
    </FormModal>
  );
}

interface ReadyQuestionsProps {
  text: string;
  disabled: boolean;
  onChoose: (question: string) => void;
}

function ReadyQuestions({ text, disabled, onChoose }: ReadyQuestionsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label">Ready questions</legend>
      <div className="flex flex-wrap gap-2">
        {READY_QUESTIONS.map((question) => (
          <button
            key={question}
            type="button"
            className="btn btn-secondary btn-sm"
            aria-pressed={text === question}
            disabled={disabled}
            onClick={() => onChoose(question)}
          >
            <span className="btn-face text-start whitespace-normal">{question}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
