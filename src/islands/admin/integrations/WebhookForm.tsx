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
  const form = useForm({ name: row?.name ?? '', url: row?.url ?? '' });
  const [isAll, setIsAll] = useState(row === null || row.types.length === 0);
  const [types, setTypes] = useState<readonly string[]>(row?.types ?? []);
  // The version of the values in the form: the list is read again meanwhile.
  const [first] = useState(row);
  const { name, url } = form.values;
  const chosen = isAll ? [] : EVENT_TYPES.filter((type) => types.includes(type));
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
      <fieldset className="grid gap-3">
        <legend className="field-label mb-2">Events</legend>
        <Checkbox label="All events, also those of later versions" checked={isAll} onChecked={setIsAll} />
        {!isAll && <Types types={types} onTypes={setTypes} />}
      </fieldset>
    </FormModal>
  );
}

interface TypesProps {
  readonly types: readonly string[];
  readonly onTypes: (change: (current: readonly string[]) => readonly string[]) => void;
}

function Types({ types, onTypes }: TypesProps) {
  const choose = (type: EventType, isChosen: boolean): void =>
    onTypes((current) => (isChosen ? [...current, type] : current.filter((it) => it !== type)));
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {SUBJECTS.map((subject) => (
        <div key={subject} className="grid content-start gap-2 border-t border-line py-3">
          {EVENT_TYPES.filter((type) => type.startsWith(`${subject}.`)).map((type) => (
            <Checkbox
              key={type}
              label={<span className="text-sm">{type}</span>}
              checked={types.includes(type)}
              onChecked={(isChosen) => choose(type, isChosen)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
