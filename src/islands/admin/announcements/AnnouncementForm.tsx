import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { countFigure, countText } from '@/islands/ui/countText.ts';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { countRecipients, listAnnouncements, sendAnnouncement } from '@/lib/announcements/calls.ts';

const ANY = { value: '', label: 'All' };
const CHOICES = {
  hasStock: {
    label: 'Stock',
    options: [ANY, { value: 'true', label: 'Has stock' }, { value: 'false', label: 'Has none' }],
  },
  isVerified: {
    label: 'Verification',
    options: [ANY, { value: 'true', label: 'Verified' }, { value: 'false', label: 'Not verified' }],
  },
  hasPending: {
    label: 'Purchases',
    options: [ANY, { value: 'true', label: 'Has a pending one' }, { value: 'false', label: 'Has none pending' }],
  },
} as const;

const BLANK = { title: '', text: '', hasStock: '', isVerified: '', hasPending: '', joinedSince: '' };

const choice = (value: string): boolean | undefined => (value === '' ? undefined : value === 'true');

/** Whom it reaches, and how. */
function reachText({ members, byMail }: { members: number; byMail: number }): string {
  if (members === 0) return 'No member matches. Please choose other members.';
  return `Goes to ${countText(members, 'member', 'members')} as a notification, and to ${countFigure(byMail)} of them also by mail.`;
}

const segmentOf = ({ hasStock, isVerified, hasPending, joinedSince }: typeof BLANK) => ({
  hasStock: choice(hasStock),
  isVerified: choice(isVerified),
  hasPending: choice(hasPending),
  joinedSince,
});

/** Writes an announcement, shows how it will read and to how many members it goes, and sends it. */
export function AnnouncementForm() {
  const form = useForm(BLANK);
  const [isPreview, setIsPreview] = useState(false);
  const { title, text } = form.values;
  const segment = segmentOf(form.values);
  const count = useFetched(countRecipients, segment);
  const submission = useSubmit({
    form,
    check: () => ({
      ...(title.trim().length < 3 && { title: 'Please enter a title.' }),
      ...(text.trim().length < 3 && { text: 'Please enter a text.' }),
    }),
    send: async () =>
      isPreview
        ? call(sendAnnouncement, { title: title.trim(), text: text.trim(), ...segment })
        : { message: '', data: null },
    refreshes: [listAnnouncements],
    onDone: (sent) => {
      setIsPreview(!isPreview);
      if (sent !== null) form.fill(BLANK);
    },
  });
  const goesTo = count.data && reachText(count.data);

  return (
    <form ref={form.ref} className="card grid gap-4" method="post" noValidate onSubmit={submission.submit}>
      <h2 className="card-title">{isPreview ? 'Send this announcement?' : 'New announcement'}</h2>
      <Refusal text={submission.refusal} />
      {isPreview ? (
        <div className="grid gap-1 rounded-lg bg-sunken p-4">
          <p className="wrap-anywhere font-semibold">{title}</p>
          <p className="wrap-anywhere">{text}</p>
        </div>
      ) : (
        <Fields form={form} />
      )}
      <p className="text-sm text-muted" role="status">
        {goesTo ?? count.error ?? 'Counting the members…'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isPreview && (
          <Button look="secondary" disabled={submission.busy} onClick={() => setIsPreview(false)}>
            Back
          </Button>
        )}
        <Button type="submit" busy={submission.busy} disabled={count.data?.members === 0}>
          {isPreview ? 'Send' : 'Preview'}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form }: { form: ReturnType<typeof useForm<typeof BLANK>> }) {
  return (
    <>
      <TextField {...form.field('title')} label="Title" maxLength={100} />
      <TextArea
        {...form.field('text')}
        label="Text"
        rows={4}
        maxLength={1000}
        hint="Members read it under their bell and by mail. Please leave out UPI IDs and IFSC codes."
      />
      <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <legend className="field-label mb-2">Which members</legend>
        {(['hasStock', 'isVerified', 'hasPending'] as const).map((name) => (
          <Select
            key={name}
            label={CHOICES[name].label}
            options={CHOICES[name].options}
            value={form.values[name]}
            onValue={(value) => form.fill({ [name]: value })}
          />
        ))}
        <TextField {...form.field('joinedSince')} label="Joined since" required={false} type="date" />
      </fieldset>
    </>
  );
}
