import { type FormEvent, useEffect } from 'react';
import type { Profile } from '@/lib/users/contract.ts';
import { useHydrated } from '../auth/form.ts';
import { mobileHint } from '../auth/mobile.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateField } from '../ui/DateField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AvatarField } from './AvatarField.tsx';
import { bindSidebar } from './sidebar.ts';
import { useProfileForm } from './useProfileForm.ts';

export interface ProfileFormProps {
  initial: Profile;
  /** The latest birthday of an adult, `YYYY-MM-DD`. */
  bornBefore: string;
}

export function ProfileForm({ initial, bornBefore }: ProfileFormProps) {
  const hydrated = useHydrated();
  const { profile, form, file, pictureProblem, progress, busy, choosePicture, refusePicture, save } =
    useProfileForm(initial);
  useEffect(() => bindSidebar(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <form ref={form.ref} className="card grid gap-6" method="post" noValidate onSubmit={submit}>
      <AvatarField
        name={profile.name}
        imageUrl={profile.profileImage?.url ?? null}
        file={file}
        onFile={choosePicture}
        progress={progress}
        error={pictureProblem}
        onError={refusePicture}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" dir="auto" {...form.field('name')} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={profile.email}
          readOnly
          hint="Your email can’t be changed."
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={form.values.mobile === profile.mobile ? undefined : mobileHint(form.values.mobile)}
          {...form.field('mobile')}
        />
        <DateField
          label="Date of birth"
          autoComplete="bday"
          min="1900-01-01"
          max={bornBefore}
          {...form.field('dateOfBirth')}
        />
        <TextField
          label="Aadhaar number"
          inputMode="numeric"
          autoComplete="off"
          placeholder="12 digits"
          hint="Only its last four digits are kept."
          onFocus={(event) => event.target.value.startsWith('X') && event.target.select()}
          {...form.field('kycDocumentNumber')}
        />
        <TextField
          label="Referral code"
          name="referralCode"
          value={profile.referralCode}
          readOnly
          suffix={<CopyButton text={profile.referralCode} what="Referral code" />}
          hint="Your member ID. It stays the same."
        />
        <div className="sm:col-span-2">
          <TextField
            label="Wallet address"
            required={false}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="0x…"
            hint={
              <>
                An EVM address of your own, where the tokens go at launch. Please copy it, never type it.
                {/* A phone's field shows half of it, and the tokens go to all of it. */}
                {form.values.walletAddress.length > 20 && (
                  <code className="mt-1 block text-xs break-all text-ink sm:hidden">{form.values.walletAddress}</code>
                )}
              </>
            }
            {...form.field('walletAddress')}
          />
        </div>
      </div>
      <div className="grid gap-5 border-t border-line pt-6 sm:grid-cols-2">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <div className="flex items-start sm:mt-[26px]">
          <Button type="submit" disabled={!hydrated} busy={busy} busyText="Saving...">
            Save Changes
          </Button>
        </div>
      </div>
    </form>
  );
}
