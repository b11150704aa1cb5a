import { useState } from 'react';
import { getProfile, updateProfile } from '@/lib/accounts/calls.ts';
import type { Profile } from '@/lib/accounts/contract.ts';
import type { SentOf } from '@/lib/core/contract.ts';
import { t } from '@/lib/core/texts.ts';
import { addMedia } from '@/lib/media/calls.ts';
import { call } from '../api.ts';
import { CallError } from '../failure.ts';
import { $profile } from '../stores.ts';
import { toast } from '../toasts.ts';
import { useForm } from '../ui/useForm.ts';
import { type FieldProblems, useSubmit } from '../ui/useSubmit.ts';
import { useChecks } from './useChecks.ts';

const UPLOAD_FAILED = 'Profile picture upload failed.';

/** What can be typed; `password` is the current one. `picture` only carries the problem of the picture. */
function valuesOf({ name, mobile, dateOfBirth, kycDocumentNumber, walletAddress }: Profile) {
  return { name, mobile, dateOfBirth, kycDocumentNumber, walletAddress, password: '', picture: '' };
}
type ProfileValues = ReturnType<typeof valuesOf>;

/** Name and mobile can be changed but not removed; any other empty field stays as it is. */
const REQUIRED = { name: 'Please enter your name.', mobile: 'Please enter your mobile number.' } as const;

/** What is sent: the values that are not empty, and the password always (docs/contract.md). */
function inputOf(values: ProfileValues, profileImageId: string | undefined): SentOf<typeof updateProfile> {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return { ...filled, ...(profileImageId && { profileImageId }), password: values.password };
}

/** The chosen picture, sent once however often the form is sent. */
function usePicture(onChoose: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [uploaded, setUploaded] = useState<string>();
  const [progress, setProgress] = useState<number | null>(null);

  function choose(picture: File | null): void {
    setFile(picture);
    setUploaded(undefined);
    onChoose();
  }

  /** @returns the id of the stored picture; undefined where none was chosen */
  async function upload(): Promise<string | undefined> {
    if (!file || uploaded) return uploaded;
    setProgress(0);
    try {
      const { uploadMedia } = await import('../media/upload.ts').catch(() => {
        throw new CallError(0, [t(UPLOAD_FAILED)], { field: 'picture' });
      });
      const options = { onProgress: setProgress, failure: t(UPLOAD_FAILED), field: 'picture' };
      const { id } = await uploadMedia(addMedia, file, options);
      setUploaded(id);
      return id;
    } finally {
      setProgress(null);
    }
  }

  return { file, progress, choose, upload };
}

/** The profile form: checks, sends the picture, saves, and shows what is stored now. */
export function useProfileForm(initial: Profile) {
  const [profile, setProfile] = useState(initial);
  const form = useForm(valuesOf(initial));
  const { values } = form;
  const picture = usePicture(() => form.fill({ picture: '' }));
  const checks = useChecks();

  function refusePicture(text: string): void {
    toast.error(text);
    form.refuse({ picture: text });
  }

  async function check(): Promise<FieldProblems> {
    const { problemsOf, secretIn, updateProfile: contract } = await checks();
    const missing = Object.entries(REQUIRED)
      .filter(([name]) => values[name as keyof typeof REQUIRED].trim() === '')
      .map(([name, text]) => [name, t(text)]);
    const { picture: _, ...typed } = values;
    // A secret does not stay on the screen.
    if (secretIn(values.walletAddress) !== null) form.fill({ walletAddress: '' });
    return { ...Object.fromEntries(missing), ...problemsOf(contract, typed) };
  }

  async function reload(): Promise<void> {
    const { data } = await call(getProfile, {});
    setProfile(data);
    picture.choose(null);
    form.fill(valuesOf(data));
    $profile.set({ name: data.name, imageUrl: data.profileImage?.url ?? null });
  }

  const { busy, submit } = useSubmit({
    form,
    check,
    send: async () => call(updateProfile, inputOf(values, await picture.upload())),
    onDone: reload,
  });

  return { profile, form, picture, busy, submit, refusePicture };
}
