import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { type Answer, useSubmit } from '@/islands/ui/useSubmit.ts';
import { EVENT_TYPES, type EventType } from '@/lib/integrations/events/calls.ts';
import { addWebhook, listWebhooks, updateWebhook } from '@/lib/integrations/webhooks/calls.ts';
import type { WebhookView } from '@/lib/integrations/webhooks/contract.ts';
import { type BoxProblem, Choices } from './Choices.tsx';

/** The first word of a type is what it is about. */
const SUBJECTS = [...new Set(EVENT_TYPES.map((type) => type.split('.')[0] ?? ''))];

/** @returns the secret of a new webhook; null for one that was edited */
async function save(
  row: Pick<WebhookView, 'id' | 'version'> | null,
  details: { name: string; url: string; types: EventType[] },
): Promise<Answer<string | null>> {
  if (row !== null) {
    const { message } = await call(updateWebhook, { id: row.id, version: row.version, ...details });
    return { message, data: null };
  }
  const { message, data } = await call(addWebhook, details);
  return { message, data: data.secret };
}

interface WebhookFormProps {
  /** The webhook to edit; null to add one. */
  readonly row: WebhookView | null;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

/** Name, address and events of a webhook. */
export function WebhookForm({ row, onClose, onMade }: WebhookFormProps) {
  // The chosen types, with a comma between them.
  const form = useForm({ name: row?.name ?? '', url: row?.url ?? '', types: (row?.types ?? []).join() });
  const [isAll, setIsAll] = useState(row === null || row.types.length === 0);
  // The version of the values in the form: the list is read again meanwhile.
  const [first] = useState(row);
  const { name, url } = form.values;
  const types = EVENT_TYPES.filter((type) => form.values.types.split(',').includes(type));
  const chosen = isAll ? [] : types;
  const choose = (next: readonly EventType[]): void => form.fill({ types: next.join() });
  const submission = useSubmit({
    form,
    check: () => ({
      ...(name.trim() === '' && { name: 'Please enter the name of the webhook.' }),
      ...(url.trim() === '' && { url: 'Please enter the address of the receiver.' }),
      ...(!isAll && chosen.length === 0 && { types: 'Please choose at least one event, or all.' }),
    }),
    send: () => save(first, { name, url: url.trim(), types: chosen }),
    refreshes: [listWebhooks],
    onDone: (secret) => {
      onClose();
      if (secret !== null) onMade(secret);
    },
  });
  return (
    <FormModal
      submission={submission}
      title={row === null ? 'Add a webhook' : 'Edit webhook'}
      verb={row === null ? 'Add' : 'Save'}
      busyText={row === null ? 'Adding...' : 'Saving...'}
      className="grid gap-4"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" maxLength={60} hint="Which program receives the events." />
      <TextField
        {...form.field('url')}
        label="Address"
        inputMode="url"
        maxLength={500}
        hint={
          row === null
            ? 'It begins with https:// and belongs to a public host.'
            : 'It begins with https:// and belongs to a public host. Waiting events go to the new address, signed with the same secret.'
        }
      />
      <Choices legend="Events" error={form.field('types').error}>
        {(problem) => (
          <>
            <Checkbox
              label="All events, also those of later versions"
              checked={isAll}
              {...problem}
              onChecked={(isChosen) => {
                setIsAll(isChosen);
                choose(types);
              }}
            />
            {!isAll && <Types types={types} problem={problem} onTypes={choose} />}
          </>
        )}
      </Choices>
    </FormModal>
  );
}

interface TypesProps {
  readonly types: readonly EventType[];
  readonly problem: BoxProblem;
  readonly onTypes: (types: readonly EventType[]) => void;
}

function Types({ types, problem, onTypes }: TypesProps) {
  const choose = (type: EventType, isChosen: boolean): void =>
    onTypes(isChosen ? [...types, type] : types.filter((it) => it !== type));
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {SUBJECTS.map((subject) => (
        <div key={subject} className="grid content-start gap-2 border-t border-line py-3">
          {EVENT_TYPES.filter((type) => type.startsWith(`${subject}.`)).map((type) => (
            <Checkbox
              key={type}
              label={<span className="text-sm">{type}</span>}
              checked={types.includes(type)}
              {...problem}
              onChecked={(isChosen) => choose(type, isChosen)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
