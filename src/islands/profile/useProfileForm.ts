import { useState } from 'react';
import type { SentOf } from '@/lib/core/contract.ts';
import { ApiError } from '@/lib/core/errors.ts';
import type { Profile, updateProfile } from '@/lib/users/contract.ts';
import { useForm } from '../auth/form.ts';
import { showFailure } from '../failure.ts';
import { $profile } from '../stores.ts';
import { toast } from '../toasts.ts';
import { type Calls, useCalls } from './useCalls.ts';

const UPLOAD_FAILED = 'Profile picture upload failed.';

/** What can be typed; `password` is the current one. */
function valuesOf({ name, mobile, dateOfBirth, kycDocumentNumber, walletAddress }: Profile) {
  return { name, mobile, dateOfBirth, kycDocumentNumber, walletAddress, password: '' };
}
type ProfileValues = ReturnType<typeof valuesOf>;

/** Name and number can be changed and not taken away; everything else that is empty stays as it is. */
function problemsIn(values: ProfileValues, { problemsOf, updateProfile }: Calls): Record<string, string> {
  return {
    ...(values.name.trim() === '' && { name: 'Please enter your name.' }),
    ...(values.mobile.trim() === '' && { mobile: 'Please enter your mobile number.' }),
    ...problemsOf(updateProfile, values),
  };
}

/** What is sent: the values that are not empty, and the password always (spec point 5). */
function sentOf(values: ProfileValues, profileImageId: string | undefined): SentOf<typeof updateProfile> {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return { ...filled, ...(profileImageId && { profileImageId }), password: values.password };
}

/** What the profile form holds and does: check, send the picture, save, show what is now kept. */
export function useProfileForm(initial: Profile) {
  const [profile, setProfile] = useState(initial);
  const form = useForm(valuesOf(initial));
  const [file, setFile] = useState<File | null>(null);
  const [pictureProblem, setPictureProblem] = useState<string>();
  const [uploaded, setUploaded] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const load = useCalls();

  function choosePicture(picture: File | null): void {
    setFile(picture);
    setUploaded(null);
    setPictureProblem(undefined);
  }

  function refusePicture(text: string): void {
    toast.error(text);
    setPictureProblem(text);
  }

  /** The id of the chosen picture, sent once however often the form is tried; undefined where none was chosen. */
  async function pictureId({ addMedia }: Calls): Promise<string | undefined> {
    if (!file) return undefined;
    if (uploaded) return uploaded;
    setProgress(0);
    try {
      const { uploadMedia } = await import('../media/upload.ts').catch(() => {
        throw new ApiError('unavailable', UPLOAD_FAILED);
      });
      const { id } = await uploadMedia(addMedia, file, { onProgress: setProgress, failure: UPLOAD_FAILED });
      setUploaded(id);
      return id;
    } finally {
      setProgress(null);
    }
  }

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const calls = await load();
      const found = problemsIn(form.values, calls);
      if (Object.keys(found).length > 0) {
        toast.error(Object.values(found));
        form.refuse(found);
        return;
      }
      const { message } = await calls.call(calls.updateProfile, sentOf(form.values, await pictureId(calls)));
      toast.success(message);
      await reload(calls);
    } catch (cause) {
      if (cause instanceof ApiError) refusePicture(cause.message || UPLOAD_FAILED);
      else showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  async function reload({ call, getProfile }: Calls): Promise<void> {
    const { data } = await call(getProfile, {});
    setProfile(data);
    form.fill(valuesOf(data));
    choosePicture(null);
    $profile.set({ name: data.name, imageUrl: data.profileImage?.url ?? null });
  }

  return { profile, form, file, pictureProblem, progress, busy, choosePicture, refusePicture, save };
}
