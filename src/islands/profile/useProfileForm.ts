import { useState } from 'react';
import type { SentOf } from '@/lib/core/contract.ts';
import { ApiError } from '@/lib/core/errors.ts';
import { addMedia } from '@/lib/media/contract.ts';
import { getProfile, type Profile, updateProfile } from '@/lib/users/contract.ts';
import { call, problemsOf, showFailure } from '../api.ts';
import { refresh } from '../data.ts';
import { uploadMedia } from '../media/upload.ts';
import { $profile } from '../stores.ts';
import { toast } from '../toasts.ts';

export interface ProfileValues {
  readonly name: string;
  readonly mobile: string;
  readonly dateOfBirth: string;
  readonly kycDocumentNumber: string;
  readonly walletAddress: string;
  /** The current one. */
  readonly password: string;
}
export type ProfileFieldName = keyof ProfileValues;

const UPLOAD_FAILED = 'Profile picture upload failed.';

function valuesOf(it: Profile): ProfileValues {
  const { name, mobile, dateOfBirth, kycDocumentNumber, walletAddress } = it;
  return { name, mobile, dateOfBirth, kycDocumentNumber, walletAddress, password: '' };
}

/** Name and number can be changed and not taken away; everything else that is empty stays as it is. */
function problemsIn(values: ProfileValues): Record<string, string> {
  const { name, mobile } = values;
  return {
    ...(name.trim() === '' && { name: 'Please enter your name.' }),
    ...(mobile.trim() === '' && { mobile: 'Please enter your mobile number.' }),
    ...problemsOf(updateProfile, values),
  };
}

/** What the profile form holds and does: check, send the picture, save, show what is now kept. */
export function useProfileForm(initial: Profile) {
  const [profile, setProfile] = useState(initial);
  const [values, setValues] = useState(() => valuesOf(initial));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File | null>(null);
  const [uploaded, setUploaded] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  function set(field: ProfileFieldName, value: string): void {
    setValues((before) => ({ ...before, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  }

  function choose(picture: File | null): void {
    setFile(picture);
    setUploaded(null);
    setProblems(({ picture: _, ...others }) => others);
  }

  function refusePicture(text: string): void {
    toast.error(text);
    setProblems((before) => ({ ...before, picture: text }));
  }

  /** The id of the chosen picture, sent once however often the form is tried; undefined where none was chosen. */
  async function pictureId(): Promise<string | undefined> {
    if (!file) return undefined;
    if (uploaded) return uploaded;
    setProgress(0);
    try {
      const { id } = await uploadMedia(addMedia, file, { onProgress: setProgress, failure: UPLOAD_FAILED });
      setUploaded(id);
      return id;
    } finally {
      setProgress(null);
    }
  }

  /** @returns the first field that is wrong, or null when it is saved or the failure has been told */
  async function save(): Promise<string | null> {
    const found = problemsIn(values);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      toast.error(Object.values(found));
      return first;
    }
    setBusy(true);
    try {
      const profileImageId = await pictureId();
      const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
      const input = { ...Object.fromEntries(filled), password: values.password } as SentOf<typeof updateProfile>;
      const { message } = await call(updateProfile, profileImageId ? { ...input, profileImageId } : input);
      toast.success(message);
      await reload();
    } catch (cause) {
      if (cause instanceof ApiError) refusePicture(cause.message || UPLOAD_FAILED);
      else showFailure(cause);
    } finally {
      setBusy(false);
    }
    return null;
  }

  async function reload(): Promise<void> {
    const { data } = await call(getProfile, {});
    setProfile(data);
    setValues(valuesOf(data));
    choose(null);
    refresh(getProfile);
    $profile.set({ name: data.name, imageUrl: data.profileImage?.url ?? null });
  }

  return { profile, values, problems, file, progress, busy, set, choose, refusePicture, save };
}
