import { call } from '@/islands/api.ts';
import { saveFile } from '@/islands/save-file.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { FileField } from '@/islands/ui/FileField.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { type FormStore, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { IMPORT_BYTES_MAX, readMembers } from '@/lib/members/import/calls.ts';
import type { MembersReading } from '@/lib/members/import/contract.ts';
import { formOf } from './form.ts';

export interface FileStepProps {
  file: File | null;
  /** Pasted; sent where there is no file. */
  text: string;
  onFile: (file: File | null) => void;
  onText: (text: string) => void;
  onRead: (file: File, reading: MembersReading) => void;
  onClose: () => void;
}

const EXAMPLE = [
  'Name,Mobile,Email',
  'Asha Rao,98765 43210,asha.rao@example.com',
  '"Shah, Vikram",+91 91234 56789,vikram.shah@example.com',
];

function saveExample(): void {
  saveFile(new Blob([`\ufeff${EXAMPLE.join('\r\n')}\r\n`], { type: 'text/csv' }), 'members-example.csv');
}

/** The file or the pasted lines. */
export function FileStep({ file, text, onFile, onText, onRead, onClose }: FileStepProps) {
  const store: FormStore<{ text: string }> = { values: { text }, write: (next) => onText(next.text ?? '') };
  const form = useForm({ text: '' }, store);
  const sent = file ?? new File([text], 'pasted.csv', { type: 'text/csv' });
  const submission = useSubmit({
    form,
    check: () => (file || text.trim() !== '' ? null : { text: 'Please choose a file or paste your list.' }),
    send: async () => ({ ...(await call(readMembers, formOf(sent))), message: '' }),
    onDone: (reading) => onRead(sent, reading),
  });
  return (
    <FormModal
      submission={submission}
      title="Import members"
      verb="Preview"
      busyText="Reading..."
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        The first line names the columns: name, mobile and email. Other columns are not used. Each new member waits for
        verification and is invited by mail to set a password.
      </p>
      <FileField
        label="CSV file"
        file={file}
        onFile={onFile}
        accept=".csv,.tsv,.txt,text/csv"
        accepted="At most 2,000 members and 1 MB"
        maxBytes={IMPORT_BYTES_MAX}
        camera={false}
      />
      {!file && (
        <TextArea
          {...form.field('text')}
          label="Or paste cells from your spreadsheet"
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div>
        <Button look="quiet" size="sm" icon="download" onClick={saveExample}>
          Download an example file
        </Button>
      </div>
    </FormModal>
  );
}
